import { useState } from 'react';
import { AdminList } from '../../admin/admin-list.tsx';
import { admin } from '../../admin/client.ts';
import { EVENTS } from '../../admin/query-keys.ts';
import { fill, useFormats, useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Badge, type Tone } from '../../ui/layout.tsx';
import { PaymentEventDetail } from './payments/payment-event-detail.tsx';

const TONES: Record<string, Tone> = { acted: 'good', held: 'warning' };

export default function PaymentsPage() {
  const { adminPayments: texts, admin: common } = useTexts();
  const formats = useFormats();
  const [shown, setShown] = useState<string | null>(null);
  const nameOf = (status: string) => (texts.statuses as Record<string, string>)[status] ?? status;
  return (
    <AdminList
      title={texts.title}
      lead={texts.lead}
      queryKey={EVENTS}
      statuses={texts.statuses}
      fetchPage={async (query) => {
        const answer = await admin.request('GET /api/admin/payment-events', { query });
        return { items: answer.payment_events, nextCursor: answer.next_cursor };
      }}
      rowKey={({ id }) => id}
      columns={[
        { header: texts.received, cell: (event) => formats.time(event.received_at) },
        { header: texts.provider, cell: (event) => event.provider },
        { header: texts.type, cell: (event) => <code className="font-mono text-xs">{event.type}</code> },
        {
          header: common.status,
          cell: ({ status }) => <Badge tone={TONES[status] ?? 'neutral'}>{nameOf(status)}</Badge>,
        },
        { header: texts.note, cell: (event) => event.note ?? '' },
        {
          header: common.actions,
          numeric: true,
          cell: (event) => (
            <Button
              aria-label={fill(texts.showNamed, { type: event.type })}
              onClick={() => setShown(event.id)}
            >
              {texts.show}
            </Button>
          ),
        },
      ]}
    >
      <Dialog title={texts.event} open={shown !== null} onOpenChange={() => setShown(null)}>
        {shown && <PaymentEventDetail id={shown} />}
      </Dialog>
    </AdminList>
  );
}
