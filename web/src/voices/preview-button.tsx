import { SoundButton } from '../ui/sound-button.tsx';
import { previewOf } from './use-voices.ts';

type PreviewButtonProps = {
  voiceId: string;
  name: string;
  /** This is heard instead of the preview of the voice. */
  load?: (() => Promise<Blob>) | undefined;
};

export function PreviewButton({ voiceId, name, load = () => previewOf(voiceId) }: PreviewButtonProps) {
  return <SoundButton name={name} load={load} />;
}
