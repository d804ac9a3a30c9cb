import { useMutation } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { useState } from 'react';
import { account } from '../../../api/clients.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useTexts } from '../../../texts/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Card, EmptyState } from '../../../ui/layout.tsx';
import { PagedTable } from '../../../ui/paged-table.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { type Delivery, useDeliveryColumns } from '../../../webhooks/delivery-columns.tsx';
import { DeliveryDetail } from '../../../webhooks/delivery-detail.tsx';
import { isStatus, StatusFilter } from '../../../webhooks/status-filter.tsx';

const DELIVERIES = ['webhook-deliveries'];

/** What was sent, with the answers, newest first. */
export function Deliveries() {
  const { webhooks: texts } = useTexts();
  const [{ status }, change] = useAddress({ status: '' });
  const [shown, setShown] = useState<Delivery | null>(null);
  const replay = useMutation({
    mutationFn: ({ id }: Delivery) => account.webhookDeliveries.replay(id),
    onSuccess: async (delivery) => {
      setShown(delivery);
      await queryClient.invalidateQueries({ queryKey: DELIVERIES });
    },
  });
  const columns = useDeliveryColumns((delivery) => {
    replay.reset();
    setShown(delivery);
  });
  return (
    <Card
      title={texts.deliveries}
      actions={
        <Button onClick={() => queryClient.invalidateQueries({ queryKey: DELIVERIES })}>
          {texts.refresh}
        </Button>
      }
    >
      <StatusFilter value={status} onChange={(next) => change({ status: next })} />
      <PagedTable
        label={texts.deliveries}
        queryKey={[...DELIVERIES, status]}
        fetchPage={(page) =>
          account.webhookDeliveries.list({ ...page, ...(isStatus(status) ? { status } : {}) })
        }
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={<Webhook aria-hidden />} title={texts.noDeliveries}>
            {texts.noDeliveriesHint}
          </EmptyState>
        }
      />
      <Dialog title={shown?.event ?? ''} open={shown !== null} onOpenChange={() => setShown(null)}>
        {shown && <DeliveryDetail delivery={shown} />}
        <ErrorNote error={replay.error} />
        <Button look="primary" busy={replay.isPending} onClick={() => shown && replay.mutate(shown)}>
          {texts.replay}
        </Button>
      </Dialog>
    </Card>
  );
}
