import { useMutation } from '@tanstack/react-query';
import type { Job } from '@vox-humana/client';
import { X } from 'lucide-react';
import { useState } from 'react';
import { account } from '../api/clients.ts';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { ProgressBar } from '../ui/layout.tsx';
import { stageName } from './job-names.ts';
import { secondsLeft } from './use-job.ts';

/** A job that has not ended: its stage, how far it is, how long it will take, and a way to cancel it. */
export function JobProgress({ job }: { job: Job }) {
  const texts = useTexts();
  const formats = useFormats();
  const left = secondsLeft(job);
  const queued = job.status === 'queued';
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <p className="font-medium">{queued ? texts.jobs.waiting : stageName(texts, job.stage)}</p>
        {/* Read out at every step, it would drown everything else. */}
        <p aria-live="off" className="text-sm text-muted tabular-nums">
          {!queued && formats.percent(job.progress)}
          {left !== null && `, ${fill(texts.jobs.left, { time: formats.clock(left) })}`}
        </p>
      </div>
      <ProgressBar value={queued ? null : job.progress} label={texts.jobs.progress} />
      <CancelJob jobId={job.job_id} />
    </div>
  );
}

function CancelJob({ jobId }: { jobId: string }) {
  const { jobs: texts } = useTexts();
  const [asking, setAsking] = useState(false);
  const cancel = useMutation({ mutationFn: () => account.jobs.cancel(jobId) });
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Button
          busy={cancel.isPending}
          icon={<X aria-hidden className="size-4" />}
          onClick={() => setAsking(true)}
        >
          {texts.cancel}
        </Button>
      </div>
      <ErrorNote error={cancel.error} />
      <ConfirmDialog
        title={texts.cancelTitle}
        description={texts.cancelHint}
        action={texts.cancel}
        open={asking}
        onOpenChange={setAsking}
        onConfirm={() => cancel.mutate()}
      />
    </div>
  );
}
