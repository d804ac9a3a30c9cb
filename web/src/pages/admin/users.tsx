import { Search } from 'lucide-react';
import { useState } from 'react';
import { admin } from '../../admin/client.ts';
import { USERS } from '../../admin/query-keys.ts';
import { fill, useFormats, useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Badge, Card, EmptyState, Page } from '../../ui/layout.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { ManageUser } from './users/manage-user.tsx';

export default function UsersPage() {
  const { adminUsers: texts, admin: common } = useTexts();
  const formats = useFormats();
  // The address names the open account too, so that a reload keeps it.
  const [{ query, user: open }, change] = useAddress({ query: '', user: '' });
  const [typed, setTyped] = useState(query);
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Card>
        <search>
          <form
            className="mb-4 flex flex-wrap items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              change({ query: typed });
            }}
          >
            <div className="min-w-0 grow sm:max-w-80">
              <TextField
                label={texts.search}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            </div>
            <Button type="submit" icon={<Search aria-hidden className="size-4" />}>
              {texts.find}
            </Button>
          </form>
        </search>
        <PagedTable
          label={texts.title}
          queryKey={[...USERS, query]}
          fetchPage={async (page) => {
            const search = query ? { query } : {};
            const answer = await admin.request('GET /api/admin/users', { query: { ...page, ...search } });
            return { items: answer.users, nextCursor: answer.next_cursor };
          }}
          rowKey={({ id }) => id}
          columns={[
            {
              header: texts.user,
              cell: (user) => (
                <>
                  <span className="block font-medium">{user.name}</span>
                  <span className="text-muted">{user.email}</span>
                </>
              ),
            },
            {
              header: texts.plan,
              cell: ({ plan }) => <Badge tone={plan === 'suspended' ? 'danger' : 'neutral'}>{plan}</Badge>,
            },
            {
              header: texts.credits,
              numeric: true,
              cell: ({ credits }) =>
                `${formats.number(credits.remaining)} / ${formats.number(credits.included)}`,
            },
            {
              header: texts.wallet,
              numeric: true,
              cell: (user) => formats.cents(user.creditBalanceCents - user.owedCents),
            },
            { header: texts.since, cell: (user) => formats.date(user.created_at) },
            {
              header: common.actions,
              numeric: true,
              cell: (user) => (
                <Button
                  aria-label={fill(texts.manageNamed, { email: user.email })}
                  onClick={() => change({ user: user.id })}
                >
                  {texts.manage}
                </Button>
              ),
            },
          ]}
          empty={<EmptyState title={texts.nobody}>{texts.nobodyHint}</EmptyState>}
        />
      </Card>
      <Dialog title={texts.account} open={open !== ''} onOpenChange={() => change({ user: '' })}>
        {open && <ManageUser id={open} />}
      </Dialog>
    </Page>
  );
}
