import type { Output } from '@vox-humana/client';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { Badge, type Tone } from '../ui/layout.tsx';
import type { Column } from '../ui/table.tsx';
import type { DeliveryStatus } from './status-filter.tsx';

export type Delivery = Output<'GET /api/v1/webhook-deliveries/{id}'>;

const TONES: Record<DeliveryStatus, Tone> = {
  pending: 'warning',
  sending: 'neutral',
  delivered: 'good',
  failed: 'danger',
};

export function useDeliveryColumns<D extends Delivery>(onShow: (delivery: D) => void): Column<D>[] {
  const { webhooks: texts } = useTexts();
  const formats = useFormats();
  return [
    {
      header: texts.time,
      cell: (delivery) => <span className="whitespace-nowrap">{formats.time(delivery.created_at)}</span>,
    },
    { header: texts.event, cell: (delivery) => <code className="font-mono text-xs">{delivery.event}</code> },
    {
      header: texts.status,
      cell: ({ status, response_status }) => (
        <Badge tone={TONES[status]}>
          {texts.statuses[status]}
          {response_status !== null && ` · ${response_status}`}
        </Badge>
      ),
    },
    { header: texts.attempts, numeric: true, cell: (delivery) => delivery.attempts },
    {
      header: texts.details,
      numeric: true,
      cell: (delivery) => (
        <Button
          look="quiet"
          aria-label={fill(texts.showDetails, { event: delivery.event })}
          onClick={() => onShow(delivery)}
        >
          {texts.details}
        </Button>
      ),
    },
  ];
}
