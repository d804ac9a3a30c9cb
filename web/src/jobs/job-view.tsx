import type { Job } from '@vox-humana/client';
import { useEffect } from 'react';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { Note } from '../ui/layout.tsx';
import { JobError } from './job-error.tsx';
import { JobProgress } from './job-progress.tsx';
import { JobResult } from './job-result.tsx';
import { isRunning, useJob } from './use-job.ts';

/** A job, live: its progress, and what it made. */
export function JobView({ jobId, onEnd }: { jobId: string; onEnd?(job: Job): void }) {
  const { common } = useTexts();
  const { job, error } = useJob(jobId);
  const ended = job && !isRunning(job) ? job.status : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has ended.
  useEffect(() => {
    if (ended && job) onEnd?.(job);
  }, [ended]);
  return (
    <>
      <JobError error={error} />
      {!job && !error && (
        <p role="status" className="text-sm text-muted">
          {common.loading}
        </p>
      )}
      {job && <JobState job={job} />}
    </>
  );
}

export function JobState({ job }: { job: Job }) {
  const { jobs: texts } = useTexts();
  const formats = useFormats();
  if (isRunning(job)) return <JobProgress job={job} />;
  if (job.status === 'completed') return <JobResult job={job} />;
  return (
    <Note tone={job.status === 'failed' ? 'danger' : 'neutral'}>
      <p>{job.error ?? texts.canceled}</p>
      {job.refunded_cents > 0 && (
        <p className="mt-1 text-xs">{fill(texts.refunded, { amount: formats.cents(job.refunded_cents) })}</p>
      )}
    </Note>
  );
}
