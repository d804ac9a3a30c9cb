import type { Output } from '@vox-humana/client';
import { useState } from 'react';
import { AdminList } from '../../admin/admin-list.tsx';
import { admin } from '../../admin/client.ts';
import { ReasonDialog } from '../../admin/reason-dialog.tsx';
import { useDecision } from '../../admin/use-decision.ts';
import { fill, useFormats, useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { Badge, type Tone } from '../../ui/layout.tsx';

type Verification = Output<'GET /api/admin/seller-verifications'>['verifications'][number];
const VERIFICATIONS = ['admin', 'seller-verifications'];
const TONES: Record<Verification['status'], Tone> = {
  pending: 'warning',
  verified: 'good',
  rejected: 'danger',
};

export default function SellersPage() {
  const { adminSellers: texts, admin: common } = useTexts();
  const formats = useFormats();
  const [refusing, setRefusing] = useState<Verification | null>(null);
  const approve = useDecision(VERIFICATIONS, ({ id }: Verification) =>
    admin.request('POST /api/admin/seller-verifications/{id}/approve', { path: { id } }),
  );
  const reject = useDecision(
    VERIFICATIONS,
    ({ subject: { id }, reason }: { subject: Verification; reason: string }) =>
      admin.request('POST /api/admin/seller-verifications/{id}/reject', { path: { id }, json: { reason } }),
  );
  return (
    <AdminList
      title={texts.title}
      lead={texts.lead}
      queryKey={VERIFICATIONS}
      statuses={texts.statuses}
      initial="pending"
      fetchPage={async (query) => {
        const answer = await admin.request('GET /api/admin/seller-verifications', { query });
        return { items: answer.verifications, nextCursor: answer.next_cursor };
      }}
      rowKey={({ id }) => id}
      error={approve.error}
      columns={[
        { header: texts.name, cell: (seller) => <span className="font-medium">{seller.legal_name}</span> },
        { header: texts.country, cell: (seller) => seller.country },
        { header: texts.document, cell: (seller) => <code className="font-mono">{seller.document_id}</code> },
        { header: texts.requested, cell: (seller) => formats.time(seller.requested_at) },
        {
          header: common.status,
          cell: ({ status }) => <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>,
        },
        {
          header: common.actions,
          numeric: true,
          cell: (seller) =>
            seller.status === 'pending' && (
              <span className="inline-flex gap-2">
                <Button busy={approve.isPending} onClick={() => approve.mutate(seller)}>
                  {common.approve}
                </Button>
                <Button look="danger" onClick={() => setRefusing(seller)}>
                  {common.reject}
                </Button>
              </span>
            ),
        },
      ]}
    >
      <ReasonDialog
        title={fill(texts.refuseTitle, { name: refusing?.legal_name ?? '' })}
        action={common.reject}
        subject={refusing}
        refuse={reject}
        onClose={() => setRefusing(null)}
      />
    </AdminList>
  );
}
