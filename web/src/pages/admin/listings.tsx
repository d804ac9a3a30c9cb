import type { Output } from '@vox-humana/client';
import { useState } from 'react';
import { AdminList } from '../../admin/admin-list.tsx';
import { admin } from '../../admin/client.ts';
import { ReasonDialog } from '../../admin/reason-dialog.tsx';
import { useDecision } from '../../admin/use-decision.ts';
import { fill, useFormats, useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { Badge, type Tone } from '../../ui/layout.tsx';

type Listing = Output<'GET /api/admin/listings'>['listings'][number];
const LISTINGS = ['admin', 'listings'];
const TONES: Record<Listing['status'], Tone> = {
  pending_review: 'warning',
  published: 'good',
  rejected: 'danger',
  unlisted: 'neutral',
  taken_down: 'danger',
};

export default function ListingsPage() {
  const { adminListings: texts, admin: common } = useTexts();
  const formats = useFormats();
  const [refusing, setRefusing] = useState<Listing | null>(null);
  // The revision that was read, so that nothing is approved that the seller changed since.
  const approve = useDecision(LISTINGS, ({ id, revision }: Listing) =>
    admin.request('POST /api/admin/listings/{id}/approve', { path: { id }, query: { revision } }),
  );
  const refuse = useDecision(LISTINGS, ({ subject, reason }: { subject: Listing; reason: string }) => {
    const { id, revision, status } = subject;
    if (status === 'published')
      return admin.request('POST /api/admin/listings/{id}/takedown', { path: { id }, json: { reason } });
    const input = { path: { id }, query: { revision }, json: { reason } };
    return admin.request('POST /api/admin/listings/{id}/reject', input);
  });
  const refusalOf = (listing: Listing | null) =>
    listing?.status === 'published' ? texts.takeDown : common.reject;

  return (
    <AdminList
      title={texts.title}
      lead={texts.lead}
      queryKey={LISTINGS}
      statuses={texts.statuses}
      initial="pending_review"
      fetchPage={async (query) => {
        const answer = await admin.request('GET /api/admin/listings', { query });
        return { items: answer.listings, nextCursor: answer.next_cursor };
      }}
      rowKey={({ id }) => id}
      error={approve.error}
      columns={[
        {
          header: texts.listing,
          cell: (listing) => (
            <>
              <span className="block font-medium">{listing.title}</span>
              <span className="line-clamp-2 max-w-md text-xs text-muted">{listing.description}</span>
            </>
          ),
        },
        {
          header: common.status,
          cell: ({ status, reason }) => (
            <span title={reason}>
              <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>
            </span>
          ),
        },
        { header: texts.price, numeric: true, cell: (listing) => formats.number(listing.priceCredits) },
        { header: texts.uses, numeric: true, cell: (listing) => formats.number(listing.uses) },
        {
          header: common.actions,
          numeric: true,
          cell: (listing) => (
            <span className="inline-flex gap-2">
              {listing.status === 'pending_review' && (
                <Button busy={approve.isPending} onClick={() => approve.mutate(listing)}>
                  {common.approve}
                </Button>
              )}
              {(listing.status === 'pending_review' || listing.status === 'published') && (
                <Button look="danger" onClick={() => setRefusing(listing)}>
                  {refusalOf(listing)}
                </Button>
              )}
            </span>
          ),
        },
      ]}
    >
      <ReasonDialog
        title={fill(refusing?.status === 'published' ? texts.takeDownTitle : texts.refuseTitle, {
          title: refusing?.title ?? '',
        })}
        {...(refusing?.status === 'published' && { description: texts.takeDownHint })}
        action={refusalOf(refusing)}
        subject={refusing}
        refuse={refuse}
        onClose={() => setRefusing(null)}
      />
    </AdminList>
  );
}
