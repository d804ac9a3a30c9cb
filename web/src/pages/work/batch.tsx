import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Batch } from '@vox-humana/client';
import { useState } from 'react';
import { account, api } from '../../api/clients.ts';
import { queryClient } from '../../api/query-client.ts';
import { refreshUser } from '../../api/session.ts';
import { JobTable } from '../../jobs/job-table.tsx';
import { useFormats, useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Card, Page, ProgressBar } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

const POLL_MS = 2_000;

export default function BatchPage() {
  const { batches: texts, common, jobs } = useTexts();
  const { batchId = '' }: { batchId?: string } = useParams({ strict: false });
  const { data: batch, error } = useQuery({
    queryKey: ['batch', batchId],
    queryFn: () => api.batches.get(batchId),
    refetchInterval: ({ state }) => state.data?.status === 'pending' && POLL_MS,
  });
  return (
    <Page
      title={texts.batch}
      lead={<code>{batchId}</code>}
      actions={
        <>
          {batch?.status === 'pending' && <CancelBatch id={batchId} />}
          <LinkButton to="/work/batches">{texts.title}</LinkButton>
        </>
      }
    >
      <ErrorNote error={error} />
      {!batch && !error && <p role="status">{common.loading}</p>}
      {batch && (
        <>
          <Metrics batch={batch} />
          <Card title={jobs.title}>
            <JobTable label={jobs.title} jobs={batch.jobs} />
          </Card>
        </>
      )}
    </Page>
  );
}

function Metrics({ batch: { metrics } }: { batch: Batch }) {
  const { batches: texts, jobs } = useTexts();
  const formats = useFormats();
  const { totalGenerations: total, successCount, failedCount, pendingCount } = metrics;
  const figures: [string, number][] = [
    [texts.total, total],
    [texts.succeeded, successCount],
    [texts.failed, failedCount],
    [texts.pending, pendingCount],
  ];
  return (
    <Card>
      <dl className="mb-4 grid grid-cols-2 gap-4 sm:grid-cols-4">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="text-2xl font-semibold tabular-nums">{formats.number(value)}</dd>
          </div>
        ))}
      </dl>
      <ProgressBar value={total > 0 ? (total - pendingCount) / total : 0} label={jobs.progress} />
    </Card>
  );
}

function CancelBatch({ id }: { id: string }) {
  const { batches: texts } = useTexts();
  const [asking, setAsking] = useState(false);
  const cancel = useMutation({
    mutationFn: () => account.batches.cancel(id),
    onSuccess: (batch) => queryClient.setQueryData(['batch', id], batch),
    onSettled: refreshUser,
  });
  return (
    <>
      <ErrorNote error={cancel.error} />
      <Button look="danger" busy={cancel.isPending} onClick={() => setAsking(true)}>
        {texts.cancel}
      </Button>
      <ConfirmDialog
        title={texts.cancelTitle}
        description={texts.cancelHint}
        action={texts.cancel}
        open={asking}
        onOpenChange={setAsking}
        onConfirm={() => cancel.mutate()}
      />
    </>
  );
}
