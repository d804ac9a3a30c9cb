import { type Static, Type } from '@sinclair/typebox';
import { NextCursor } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { DeliveryQuery, DeliveryView, listAllDeliveries, viewOfDelivery } from '../../work/webhooks/index.ts';

const AccountId = Type.String({
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  description: 'Only deliveries of this account.',
});

export const DeliveriesQuery = Type.Intersect([
  DeliveryQuery,
  Type.Object({ account_id: Type.Optional(AccountId) }),
]);

export const DeliveriesPage = Type.Object({
  webhook_deliveries: Type.Array(Type.Composite([DeliveryView, Type.Object({ account_id: Type.String() })])),
  next_cursor: NextCursor,
});

export async function listWebhookDeliveries(deps: { db: Db }, query: Static<typeof DeliveriesQuery>) {
  const { deliveries, nextCursor } = await listAllDeliveries(deps, query);
  return {
    webhook_deliveries: deliveries.map((row) => ({ ...viewOfDelivery(row), account_id: row.account_id })),
    next_cursor: nextCursor,
  };
}
