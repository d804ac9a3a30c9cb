import { SoundButton } from '../ui/sound-button.tsx';
import { previewOf } from './use-voices.ts';

export function PreviewButton({ voiceId, name }: { voiceId: string; name: string }) {
  return <SoundButton name={name} load={() => previewOf(voiceId)} />;
}
