import type { Job } from '@vox-humana/client';
import { useTexts } from '../texts/index.tsx';
import { Badge, type Tone } from '../ui/layout.tsx';

const TONES: Record<Job['status'], Tone> = {
  queued: 'neutral',
  processing: 'warning',
  completed: 'good',
  failed: 'danger',
  canceled: 'neutral',
};

export function JobStatus({ status }: Pick<Job, 'status'>) {
  const { jobs: texts } = useTexts();
  return <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>;
}
