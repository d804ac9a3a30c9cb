import type { Output } from '@vox-humana/client';
import { useState } from 'react';
import { AccountLink } from '../../admin/account-link.tsx';
import { AdminList } from '../../admin/admin-list.tsx';
import { admin } from '../../admin/client.ts';
import { ReasonDialog } from '../../admin/reason-dialog.tsx';
import { useDecision } from '../../admin/use-decision.ts';
import { fill, useFormats, useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Badge, type Tone } from '../../ui/layout.tsx';

type Payout = Output<'GET /api/admin/payouts'>['payouts'][number];
const PAYOUTS = ['admin', 'payouts'];
const TONES: Record<Payout['status'], Tone> = { requested: 'warning', paid: 'good', rejected: 'danger' };

export default function PayoutsPage() {
  const { adminPayouts: texts, admin: common } = useTexts();
  const formats = useFormats();
  const [paying, setPaying] = useState<Payout | null>(null);
  const [refusing, setRefusing] = useState<Payout | null>(null);
  const approve = useDecision(PAYOUTS, ({ id, free_plan_credits }: Payout) =>
    admin.request('POST /api/admin/payouts/{id}/approve', {
      path: { id },
      // The dialog named this part, and it was confirmed.
      query: { include_free_plan: free_plan_credits > 0 },
    }),
  );
  const reject = useDecision(PAYOUTS, ({ subject: { id }, reason }: { subject: Payout; reason: string }) =>
    admin.request('POST /api/admin/payouts/{id}/reject', { path: { id }, json: { reason } }),
  );
  return (
    <AdminList
      title={texts.title}
      lead={texts.lead}
      queryKey={PAYOUTS}
      statuses={texts.statuses}
      initial="requested"
      fetchPage={async (query) => {
        const answer = await admin.request('GET /api/admin/payouts', { query });
        return { items: answer.payouts, nextCursor: answer.next_cursor };
      }}
      rowKey={({ id }) => id}
      error={approve.error}
      columns={[
        {
          header: texts.account,
          cell: (payout) => <AccountLink id={payout.account_id} />,
        },
        { header: texts.amount, numeric: true, cell: (payout) => formats.number(payout.amount_credits) },
        { header: texts.earned, numeric: true, cell: (payout) => formats.number(payout.earned_credits) },
        { header: texts.reversed, numeric: true, cell: (payout) => formats.number(payout.reversed_credits) },
        { header: texts.pending, numeric: true, cell: (payout) => formats.number(payout.pending_credits) },
        {
          header: texts.available,
          numeric: true,
          cell: (payout) => formats.number(payout.available_credits),
        },
        { header: texts.free, numeric: true, cell: (payout) => formats.number(payout.free_plan_credits) },
        { header: texts.requested, cell: (payout) => formats.time(payout.requested_at) },
        {
          header: common.status,
          cell: ({ status }) => <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>,
        },
        {
          header: common.actions,
          numeric: true,
          cell: (payout) =>
            payout.status === 'requested' && (
              <span className="inline-flex gap-2">
                <Button onClick={() => setPaying(payout)}>{texts.markPaid}</Button>
                <Button look="danger" onClick={() => setRefusing(payout)}>
                  {common.reject}
                </Button>
              </span>
            ),
        },
      ]}
    >
      <ConfirmDialog
        title={texts.markPaid}
        description={fill(paying?.free_plan_credits ? texts.payFreeHint : texts.payHint, {
          credits: formats.number(paying?.amount_credits ?? 0),
          free: formats.number(paying?.free_plan_credits ?? 0),
        })}
        action={texts.markPaid}
        open={paying !== null}
        onOpenChange={() => setPaying(null)}
        onConfirm={() => paying && approve.mutate(paying)}
      />
      <ReasonDialog
        title={texts.refuseTitle}
        action={common.reject}
        subject={refusing}
        refuse={reject}
        onClose={() => setRefusing(null)}
      />
    </AdminList>
  );
}
