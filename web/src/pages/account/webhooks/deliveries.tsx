import { useMutation, useQuery } from '@tanstack/react-query';
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
const WATCHED_EVERY_MS = 1_000;

/** Shows what was sent, with the answers, newest first. */
export function Deliveries() {
  const { webhooks: texts } = useTexts();
  const [{ status }, change] = useAddress({ status: '' });
  const [shown, setShown] = useState<Delivery | null>(null);
  const columns = useDeliveryColumns(setShown);
  const refresh = () => queryClient.invalidateQueries({ queryKey: DELIVERIES });
  const close = () => {
    setShown(null);
    // It may have been sent again.
    void refresh();
  };
  return (
    <Card title={texts.deliveries} actions={<Button onClick={refresh}>{texts.refresh}</Button>}>
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
      <Dialog title={shown?.event ?? ''} open={shown !== null} onOpenChange={close}>
        {shown && <WatchedDelivery key={shown.id} listed={shown} onReplayed={setShown} />}
      </Dialog>
    </Card>
  );
}

/** Read again until it has ended. */
function WatchedDelivery({ listed, onReplayed }: { listed: Delivery; onReplayed(replay: Delivery): void }) {
  const { webhooks: texts } = useTexts();
  const { data: delivery, error } = useQuery({
    queryKey: [...DELIVERIES, 'one', listed.id],
    queryFn: () => account.webhookDeliveries.get(listed.id),
    initialData: listed,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? WATCHED_EVERY_MS : false),
  });
  const replay = useMutation({ mutationFn: () => account.webhookDeliveries.replay(listed.id) });
  return (
    <>
      <DeliveryDetail delivery={delivery} />
      <ErrorNote error={error ?? replay.error} />
      <Button
        look="primary"
        busy={replay.isPending}
        disabled={isUnderWay(delivery)}
        // The callback runs only while this is shown: a dialog that was closed meanwhile stays closed.
        onClick={() => replay.mutate(undefined, { onSuccess: onReplayed })}
      >
        {texts.replay}
      </Button>
    </>
  );
}

function isUnderWay(delivery: Delivery | undefined): boolean {
  return delivery?.status === 'pending' || delivery?.status === 'sending';
}
