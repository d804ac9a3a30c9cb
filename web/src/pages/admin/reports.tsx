import type { Output } from '@vox-humana/client';
import { useState } from 'react';
import { AccountLink } from '../../admin/account-link.tsx';
import { AdminList } from '../../admin/admin-list.tsx';
import { admin } from '../../admin/client.ts';
import { ReasonDialog } from '../../admin/reason-dialog.tsx';
import { useDecision } from '../../admin/use-decision.ts';
import { fill, useFormats, useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/layout.tsx';

type Report = Output<'GET /api/admin/listing-reports'>['reports'][number];
/** A takedown changes the listings too. */
const MODERATION = ['admin'];
const REPORTS = [...MODERATION, 'reports'];

export default function ReportsPage() {
  const { adminReports: texts, adminListings, admin: common, listing: listingTexts } = useTexts();
  const formats = useFormats();
  const [refusing, setRefusing] = useState<Report | null>(null);
  const close = useDecision(REPORTS, ({ id }: Report) =>
    admin.request('POST /api/admin/listing-reports/{id}/close', { path: { id } }),
  );
  const takeDown = useDecision(MODERATION, ({ subject, reason }: { subject: Report; reason: string }) => {
    const path = { id: subject.listing_id };
    return admin.request('POST /api/admin/listings/{id}/takedown', { path, json: { reason } });
  });
  const nameOf = (reason: string) => (listingTexts.reasons as Record<string, string>)[reason] ?? reason;
  return (
    <AdminList
      title={texts.title}
      lead={texts.lead}
      queryKey={REPORTS}
      statuses={texts.statuses}
      initial="open"
      fetchPage={async (query) => {
        const answer = await admin.request('GET /api/admin/listing-reports', { query });
        return { items: answer.reports, nextCursor: answer.next_cursor };
      }}
      rowKey={({ id }) => id}
      error={close.error}
      columns={[
        {
          header: texts.listing,
          cell: ({ listing_title, listing_status }) => (
            <>
              <span dir="auto" className="block font-medium">
                {listing_title}
              </span>
              <Badge>{adminListings.statuses[listing_status]}</Badge>
            </>
          ),
        },
        {
          header: texts.reason,
          cell: ({ reason, details }) => (
            <>
              <span className="block">{nameOf(reason)}</span>
              <span dir="auto" className="block max-w-md text-xs break-words whitespace-pre-line text-muted">
                {details}
              </span>
            </>
          ),
        },
        {
          header: texts.reportedBy,
          cell: ({ account_id }) => <AccountLink id={account_id} />,
        },
        { header: texts.when, cell: ({ created_at }) => formats.time(created_at) },
        {
          header: common.actions,
          numeric: true,
          cell: (report) => (
            <span className="inline-flex gap-2">
              {report.closed_at === null && (
                <Button busy={close.isPending} onClick={() => close.mutate(report)}>
                  {texts.close}
                </Button>
              )}
              {report.listing_status !== 'taken_down' && (
                <Button look="danger" onClick={() => setRefusing(report)}>
                  {adminListings.takeDown}
                </Button>
              )}
            </span>
          ),
        },
      ]}
    >
      <ReasonDialog
        title={fill(adminListings.takeDownTitle, { title: refusing?.listing_title ?? '' })}
        description={adminListings.takeDownHint}
        action={adminListings.takeDown}
        subject={refusing}
        refuse={takeDown}
        onClose={() => setRefusing(null)}
      />
    </AdminList>
  );
}
