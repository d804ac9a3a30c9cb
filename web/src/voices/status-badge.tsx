import type { VoiceClone } from '@vox-humana/client';
import { useTexts } from '../texts/index.tsx';
import { Badge, type Tone } from '../ui/layout.tsx';

const TONES: Record<VoiceClone['status'], Tone> = {
  queued: 'neutral',
  training: 'warning',
  ready: 'good',
  failed: 'danger',
};

export function StatusBadge({ status }: { status: VoiceClone['status'] }) {
  const { ownVoices: texts } = useTexts();
  return <Badge tone={TONES[status]}>{texts[status]}</Badge>;
}
