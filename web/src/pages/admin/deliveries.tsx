import { useState } from 'react';
import { AccountLink } from '../../admin/account-link.tsx';
import { AdminList } from '../../admin/admin-list.tsx';
import { admin } from '../../admin/client.ts';
import { useTexts } from '../../texts/index.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type Delivery, useDeliveryColumns } from '../../webhooks/delivery-columns.tsx';
import { DeliveryDetail } from '../../webhooks/delivery-detail.tsx';

type AdminDelivery = Delivery & { account_id: string };

export default function DeliveriesPage() {
  const { adminDeliveries: texts, webhooks } = useTexts();
  const [shown, setShown] = useState<AdminDelivery | null>(null);
  const [time, ...columns] = useDeliveryColumns<AdminDelivery>(setShown);
  const account = {
    header: texts.account,
    cell: ({ account_id }: AdminDelivery) => <AccountLink id={account_id} />,
  };
  return (
    <AdminList
      title={texts.title}
      lead={texts.lead}
      queryKey={['admin', 'deliveries']}
      statuses={webhooks.statuses}
      fetchPage={async (query) => {
        const answer = await admin.request('GET /api/admin/webhook-deliveries', { query });
        return { items: answer.webhook_deliveries, nextCursor: answer.next_cursor };
      }}
      rowKey={({ id }) => id}
      columns={[...(time ? [time] : []), account, ...columns]}
    >
      <Dialog title={shown?.event ?? ''} open={shown !== null} onOpenChange={() => setShown(null)}>
        {shown && <DeliveryDetail delivery={shown} />}
      </Dialog>
    </AdminList>
  );
}
