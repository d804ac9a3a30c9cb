import { useQuery } from '@tanstack/react-query';
import type { Json } from '@vox-humana/client';
import { useState } from 'react';
import { admin } from '../../../admin/client.ts';
import { USERS } from '../../../admin/query-keys.ts';
import { useDecision } from '../../../admin/use-decision.ts';
import { useLedgerColumns } from '../../../money/ledger-columns.tsx';
import { useFormats, useTexts } from '../../../texts/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { EmptyState } from '../../../ui/layout.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { PagedTable } from '../../../ui/paged-table.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { AdjustCredits } from './adjust-credits.tsx';
import type { ManagedUser } from './managed-user.ts';

const PLANS = ['free', 'starter', 'creator', 'developer', 'suspended'] as const;
type Plan = Json<'PATCH /api/admin/users/{id}'>['plan'];

export function ManageUser({ id }: { id: string }) {
  const { adminUsers: texts, ledger } = useTexts();
  const formats = useFormats();
  const found = useQuery({
    queryKey: [...USERS, 'one', id],
    queryFn: () => admin.request('GET /api/admin/users/{id}', { path: { id } }),
  });
  if (!found.data) return found.error ? <ErrorNote error={found.error} /> : <Loading />;
  const user = found.data;
  return (
    <>
      <Facts
        facts={[
          { name: texts.user, value: user.email },
          { name: texts.plan, value: user.plan },
          { name: texts.credits, value: formats.number(user.credits.remaining) },
          { name: texts.wallet, value: formats.cents(user.creditBalanceCents) },
          { name: texts.routing, value: formats.number(user.routingCredits) },
          { name: texts.id, value: <code className="font-mono text-xs font-normal">{id}</code> },
        ]}
      />
      <Tabs
        label={user.email}
        tabs={[
          { id: 'plan', label: texts.plan, content: <ChangePlan user={user} /> },
          { id: 'credits', label: texts.adjust, content: <AdjustCredits user={user} /> },
          { id: 'ledger', label: ledger.title, content: <UserLedger id={id} /> },
        ]}
      />
    </>
  );
}

function ChangePlan({ user }: { user: ManagedUser }) {
  const { adminUsers: texts } = useTexts();
  const [plan, setPlan] = useState(user.plan as Plan);
  const change = useDecision(USERS, () =>
    admin.request('PATCH /api/admin/users/{id}', { path: { id: user.id }, json: { plan } }),
  );
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate(undefined);
      }}
    >
      <SelectField
        label={texts.plan}
        hint={texts.planHint}
        value={plan}
        onChange={(event) => setPlan(event.target.value as Plan)}
        options={PLANS.map((value) => ({ value, label: value }))}
      />
      <ErrorNote error={change.error} />
      <Button type="submit" busy={change.isPending} disabled={plan === user.plan}>
        {texts.changePlan}
      </Button>
    </form>
  );
}

function UserLedger({ id }: { id: string }) {
  const { ledger: texts } = useTexts();
  return (
    <PagedTable
      label={texts.title}
      queryKey={[...USERS, 'ledger', id]}
      fetchPage={async (page) => {
        const query = { ...page, limit: 20 };
        const answer = await admin.request('GET /api/admin/users/{id}/ledger', { path: { id }, query });
        return { items: answer.entries, nextCursor: answer.next_cursor };
      }}
      columns={useLedgerColumns()}
      rowKey={(entry) => entry.id}
      empty={<EmptyState title={texts.empty} />}
    />
  );
}
