import { useQuery } from '@tanstack/react-query';
import { Server } from 'lucide-react';
import { admin } from '../../admin/client.ts';
import { WorkerSecrets } from '../../admin/worker-secrets.tsx';
import { useFormats, useTexts } from '../../texts/index.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Badge, Card, EmptyState, Page } from '../../ui/layout.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Table } from '../../ui/table.tsx';

const REFRESH_MS = 15_000;

export default function WorkersPage() {
  const { adminWorkers: texts, admin: common } = useTexts();
  const formats = useFormats();
  const workers = useQuery({
    queryKey: ['admin', 'workers'],
    queryFn: () => admin.request('GET /api/admin/workers'),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Card>
        <ErrorNote error={workers.error} />
        {workers.isPending && <Loading />}
        {workers.data?.workers.length === 0 && (
          <EmptyState icon={<Server aria-hidden />} title={texts.none}>
            {texts.noneHint}
          </EmptyState>
        )}
        {workers.data && workers.data.workers.length > 0 && (
          <Table
            label={texts.title}
            rows={workers.data.workers}
            rowKey={({ id }) => id}
            columns={[
              { header: texts.name, cell: (worker) => <span className="font-medium">{worker.name}</span> },
              {
                header: common.status,
                cell: ({ alive }) => (
                  <Badge tone={alive ? 'good' : 'danger'}>{alive ? texts.alive : texts.gone}</Badge>
                ),
              },
              {
                header: texts.capabilities,
                cell: ({ capabilities }) => (
                  <span className="flex flex-wrap gap-1">
                    {capabilities.map((capability) => (
                      <Badge key={capability}>{capability}</Badge>
                    ))}
                  </span>
                ),
              },
              { header: texts.lastSeen, cell: (worker) => formats.ago(worker.last_seen_at) },
              { header: texts.registered, cell: (worker) => formats.time(worker.registered_at) },
            ]}
          />
        )}
      </Card>
      <WorkerSecrets />
    </Page>
  );
}
