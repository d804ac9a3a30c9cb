import type { Clock } from '../../../platform/clock.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { uuidv7 } from '../../../platform/ids.ts';

export type Order = {
  provider: string;
  plan?: string;
  cents: number;
  amountMinor?: number;
  currency?: string;
};

/** A checkout of ours whose page is open. */
export async function openOrder(
  { db, clock }: { db: Db; clock: Clock },
  accountId: string,
  { provider, plan, cents, amountMinor = cents, currency = 'USD' }: Order,
) {
  const id = uuidv7();
  const reference = `ref_${uuidv7()}`;
  await sql`INSERT INTO checkouts (id, reference, account_id, provider, purpose, plan, cents, amount_minor, currency,
      status, session_id, created_at)
    VALUES (${id}, ${reference}, ${accountId}, ${provider}, ${plan ? 'plan' : 'top_up'}, ${plan ?? null}, ${cents},
      ${amountMinor}, ${currency}, 'open', ${`cs_${reference}`}, ${clock.now()})`.execute(db);
  const status = async () => {
    const { rows } = await sql<{ status: string }>`SELECT status FROM checkouts WHERE id = ${id}`.execute(db);
    return rows[0]?.status;
  };
  return { reference, sessionId: `cs_${reference}`, status };
}
