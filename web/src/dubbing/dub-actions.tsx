import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Dub } from '@vox-humana/client';
import { RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { account, api } from '../api/clients.ts';
import { queryClient } from '../api/query-client.ts';
import { useRun } from '../api/use-run.ts';
import { isRunning } from '../jobs/use-job.ts';
import { PriceTag } from '../playground/playground.tsx';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { useNotify } from '../ui/toasts.tsx';
import { refreshDub } from './use-dub.ts';

export function DubActions({ dub }: { dub: Dub }) {
  const { dubbing: texts, common } = useTexts();
  const formats = useFormats();
  const notify = useNotify();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const canRender = dub.changed && !isRunning(dub.job);
  const { data: price, error: notPriced } = useQuery({
    queryKey: ['price', dub.id, dub.version, dub.job.job_id],
    queryFn: ({ signal }) =>
      api.request('POST /api/v1/estimate', { json: { kind: 'dub', dub_id: dub.id } }, { signal }),
    enabled: canRender,
  });
  const render = useRun((id: string, options) => account.dubs.render(id, {}, options), {
    onSuccess: ({ credits }) => notify.done(fill(texts.renderReserved, { credits: formats.number(credits) })),
    onError: notify.failed,
    onSettled: () => refreshDub(dub.id),
  });
  const remove = useMutation({
    mutationFn: () => account.dubs.delete(dub.id),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['dubs'] });
      return navigate({ to: '/playground/dubbing' });
    },
    onError: notify.failed,
  });
  return (
    <>
      {canRender && <PriceTag price={price ?? null} />}
      <ErrorNote error={canRender ? notPriced : null} />
      <Button
        look="primary"
        icon={<RefreshCw aria-hidden className="size-4" />}
        busy={render.busy}
        disabled={!canRender}
        title={texts.renderHint}
        onClick={() => render.start(dub.id)}
      >
        {texts.render}
      </Button>
      <Button
        look="danger"
        icon={<Trash2 aria-hidden className="size-4" />}
        busy={remove.isPending}
        onClick={() => setAsking(true)}
      >
        {common.delete}
      </Button>
      <ConfirmDialog
        title={texts.deleteTitle}
        description={texts.deleteHint}
        action={common.delete}
        open={asking}
        onOpenChange={setAsking}
        onConfirm={() => remove.mutate()}
      />
    </>
  );
}
