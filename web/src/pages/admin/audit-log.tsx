import type { Output, Query } from '@vox-humana/client';
import { AccountLink } from '../../admin/account-link.tsx';
import { admin } from '../../admin/client.ts';
import { actorName, eventName, useEventColumns } from '../../audit-log/event-columns.tsx';
import { useTexts } from '../../texts/index.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Card, EmptyState, Page } from '../../ui/layout.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { useAddress } from '../../ui/use-address.ts';

type Event = Output<'GET /api/admin/audit-log'>['events'][number];
const ACCOUNT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export default function AuditLogPage() {
  const { auditLog: texts } = useTexts();
  const [{ event, actor, account }, change] = useAddress({ event: '', actor: '', account: '' });
  const columns = useEventColumns<Event>();
  const filter = {
    ...(event && { event }),
    ...(actor && { actor }),
    ...(ACCOUNT_ID.test(account) && { account_id: account }),
  } as Query<'GET /api/admin/audit-log'>;
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Card>
        <div className="mb-3 grid gap-3 sm:grid-cols-3">
          <SelectField
            label={texts.event}
            value={event}
            onChange={({ target }) => change({ event: target.value })}
            options={optionsOf(texts.allEvents, Object.keys(texts.events), (one) => eventName(texts, one))}
          />
          <SelectField
            label={texts.by}
            value={actor}
            onChange={({ target }) => change({ actor: target.value })}
            options={optionsOf(texts.allActors, Object.keys(texts.actors), (one) => actorName(texts, one))}
          />
          <TextField
            label={texts.account}
            value={account}
            onChange={({ target }) => change({ account: target.value.trim() })}
          />
        </div>
        <PagedTable
          label={texts.title}
          queryKey={['admin', 'audit-log', filter]}
          fetchPage={async (page) => {
            const answer = await admin.request('GET /api/admin/audit-log', { query: { ...page, ...filter } });
            return { items: answer.events, nextCursor: answer.next_cursor };
          }}
          rowKey={({ id }) => id}
          columns={[
            ...columns.slice(0, 2),
            {
              header: texts.account,
              cell: ({ account_id }) => account_id && <AccountLink id={account_id} />,
            },
            { header: texts.by, cell: (row) => whoOf(row, actorName(texts, row.actor)) },
            ...columns.slice(3),
          ]}
          empty={<EmptyState title={texts.none}>{texts.noneHint}</EmptyState>}
        />
      </Card>
    </Page>
  );
}

function whoOf({ actor, actor_email }: Event, name: string): string {
  return actor === 'administrator' && actor_email ? `${name}: ${actor_email}` : name;
}

function optionsOf(all: string, values: string[], nameOf: (value: string) => string) {
  return [{ value: '', label: all }, ...values.map((value) => ({ value, label: nameOf(value) }))];
}
