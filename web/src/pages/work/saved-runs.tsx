import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Output } from '@vox-humana/client';
import { Bookmark, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { account } from '../../api/clients.ts';
import { queryClient } from '../../api/query-client.ts';
import { runPageOf } from '../../playground/saved-runs/run-pages.ts';
import { fill, useFormats, useTexts } from '../../texts/index.tsx';
import { IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Card, EmptyState, Page } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useNotify } from '../../ui/toasts.tsx';
import { usePages } from '../../ui/use-pages.ts';

type Run = Output<'GET /api/runs'>['runs'][number];

export default function SavedRunsPage() {
  const { savedRuns: texts } = useTexts();
  const [deleting, setDeleting] = useState<Run | null>(null);
  const pages = usePages(['runs', 'all'], (cursor) => account.runs.list(cursor ? { cursor } : {}));
  const columns = useColumns(setDeleting);
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Card>
        <PagedList
          pages={pages}
          empty={
            <EmptyState
              icon={<Bookmark aria-hidden />}
              title={texts.empty}
              action={
                <LinkButton look="primary" to="/playground/speech">
                  {texts.toPlayground}
                </LinkButton>
              }
            >
              {texts.emptyHint}
            </EmptyState>
          }
        >
          {(runs) => <Table label={texts.title} columns={columns} rows={runs} rowKey={({ id }) => id} />}
        </PagedList>
      </Card>
      <DeleteDialog run={deleting} onClose={() => setDeleting(null)} />
    </Page>
  );
}

function useColumns(onDelete: (run: Run) => void): Column<Run>[] {
  const { savedRuns: texts, navigation } = useTexts();
  const formats = useFormats();
  return [
    { header: texts.name, cell: (run) => <RunLink run={run} /> },
    {
      header: texts.kind,
      cell: ({ operation }) => {
        const page = runPageOf(operation);
        return page ? navigation[page.name] : <code>{operation}</code>;
      },
    },
    {
      header: texts.changed,
      cell: ({ updated_at }) => <time dateTime={updated_at}>{formats.ago(updated_at)}</time>,
    },
    {
      header: texts.actions,
      cell: (run) => (
        <div className="flex gap-1">
          <CopyButton
            text={`${location.origin}${addressOf(run)}`}
            hint={fill(texts.copyLink, { name: run.name })}
          />
          <IconButton label={fill(texts.deleteNamed, { name: run.name })} onClick={() => onDelete(run)}>
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      ),
    },
  ];
}

function RunLink({ run }: { run: Run }) {
  const page = runPageOf(run.operation);
  if (!page) return run.name;
  return (
    <Link
      to={page.path}
      search={{ run: run.id }}
      className="font-medium text-accent underline-offset-4 hover:underline"
    >
      {run.name}
    </Link>
  );
}

function addressOf({ id, operation }: Run): string {
  return `${runPageOf(operation)?.path ?? '/work/saved-runs'}?run=${id}`;
}

function DeleteDialog({ run, onClose }: { run: Run | null; onClose(): void }) {
  const { savedRuns: texts, common } = useTexts();
  const notify = useNotify();
  const remove = useMutation({
    mutationFn: (id: string) => account.runs.delete(id),
    onSuccess: () => notify.done(texts.deleted),
    onError: notify.failed,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['runs'] }),
  });
  return (
    <ConfirmDialog
      title={texts.deleteTitle}
      description={fill(texts.deleteHint, { name: run?.name ?? '' })}
      action={common.delete}
      open={run !== null}
      onOpenChange={(open) => !open && onClose()}
      onConfirm={() => run && remove.mutate(run.id)}
    />
  );
}
