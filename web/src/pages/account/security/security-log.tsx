import { account } from '../../../api/clients.ts';
import { useEventColumns } from '../../../audit-log/event-columns.tsx';
import { useTexts } from '../../../texts/index.tsx';
import { Card, EmptyState } from '../../../ui/layout.tsx';
import { PagedTable } from '../../../ui/paged-table.tsx';

/** Shows what happened to the account: sign-ins, keys, plans, and what administrators did. */
export function SecurityLog() {
  const { auditLog: texts } = useTexts();
  const columns = useEventColumns();
  return (
    <Card title={texts.security}>
      <PagedTable
        label={texts.security}
        queryKey={['audit-log']}
        fetchPage={async (page) => {
          const query = { ...page, limit: 20 };
          const answer = await account.request('GET /api/account/audit-log', { query });
          return { items: answer.events, nextCursor: answer.next_cursor };
        }}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<EmptyState title={texts.none}>{texts.noneHint}</EmptyState>}
      />
    </Card>
  );
}
