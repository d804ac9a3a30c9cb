import { Link } from '@tanstack/react-router';
import { Layers } from 'lucide-react';
import { api } from '../../api/clients.ts';
import { fill, useFormats, useTexts } from '../../texts/index.tsx';
import { Badge, Card, EmptyState, Page, ProgressBar } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Table } from '../../ui/table.tsx';
import { usePages } from '../../ui/use-pages.ts';

const POLL_MS = 3_000;

export default function BatchesPage() {
  const { batches: texts, jobs } = useTexts();
  const formats = useFormats();
  const pages = usePages(
    ['batches'],
    (cursor) => api.batches.list({ limit: 25, ...(cursor && { cursor }) }),
    { refetchEvery: (batches) => batches.some(({ status }) => status === 'pending') && POLL_MS },
  );
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Card>
        <PagedList
          pages={pages}
          empty={
            <EmptyState
              icon={<Layers aria-hidden />}
              title={texts.empty}
              action={
                <LinkButton look="primary" to="/playground/batch">
                  {texts.create}
                </LinkButton>
              }
            >
              {texts.emptyHint}
            </EmptyState>
          }
        >
          {(batches) => (
            <Table
              label={texts.title}
              rows={batches}
              rowKey={({ id }) => id}
              columns={[
                {
                  header: texts.batch,
                  cell: ({ id, created_at }) => (
                    <Link to={`/work/batches/${id}`} className="font-medium hover:underline">
                      {formats.time(created_at)} <span className="sr-only">{id}</span>
                    </Link>
                  ),
                },
                { header: jobs.status, cell: ({ status }) => <BatchStatus status={status} /> },
                {
                  header: jobs.progress,
                  cell: ({ metrics: { totalGenerations: total, pendingCount } }) => (
                    <div className="min-w-32 text-xs text-muted">
                      {fill(texts.ended, { done: total - pendingCount, total })}
                      <ProgressBar
                        value={total > 0 ? (total - pendingCount) / total : 0}
                        label={jobs.progress}
                      />
                    </div>
                  ),
                },
                {
                  header: texts.failed,
                  numeric: true,
                  cell: ({ metrics }) => formats.number(metrics.failedCount),
                },
              ]}
            />
          )}
        </PagedList>
      </Card>
    </Page>
  );
}

function BatchStatus({ status }: { status: 'pending' | 'COMPLETED' }) {
  const { batches: texts } = useTexts();
  return status === 'pending' ? (
    <Badge tone="warning">{texts.running}</Badge>
  ) : (
    <Badge tone="good">{texts.completed}</Badge>
  );
}
