import { type Db, sql } from '../../platform/database/index.ts';
import { type AccountData, allPages, EXPORT_PAGE, jsonLines } from '../../tenancy/accounts/index.ts';
import { selectEvents } from './queries/admin.ts';

/** Which payments moved what stays in the books; the payloads, which name the payer, are erased. */
export function paymentData({ db }: { db: Db }): AccountData {
  return {
    async *entries(accountId) {
      yield jsonLines('payment-events.jsonl', () =>
        allPages((before) => selectEvents(db, { account_id: accountId }, { limit: EXPORT_PAGE, before })),
      );
    },
    async erase(accountId) {
      await sql`UPDATE payment_events SET payload = NULL WHERE account_id = ${accountId}::uuid`.execute(db);
      for (const table of ['payment_customers', 'subscriptions', 'plan_moves'])
        await sql`DELETE FROM ${sql.table(table)} WHERE account_id = ${accountId}::uuid`.execute(db);
    },
  };
}
