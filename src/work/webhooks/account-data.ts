import { type Db, sql } from '../../platform/database/index.ts';
import { type AccountData, allPages, EXPORT_PAGE, jsonLines } from '../../tenancy/accounts/index.ts';
import { selectDeliveries } from './queries/deliveries.ts';

export function webhookData({ db }: { db: Db }): AccountData {
  return {
    async *entries(accountId) {
      yield jsonLines('webhook-deliveries.jsonl', () =>
        allPages((before) => selectDeliveries(db, accountId, {}, { limit: EXPORT_PAGE, before })),
      );
    },
    async erase(accountId) {
      await sql`DELETE FROM webhook_deliveries WHERE account_id = ${accountId}::uuid`.execute(db);
    },
  };
}
