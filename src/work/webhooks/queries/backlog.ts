import { type Db, sql } from '../../../platform/database/index.ts';

/** More are not counted. */
const COUNTED = 10_000;

/** Deliveries that are due and were not sent yet. */
export async function countDueDeliveries(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    SELECT count(*)::int AS due FROM (
      SELECT FROM webhook_deliveries WHERE status = 'pending' AND due_at <= ${now}::timestamptz LIMIT ${COUNTED}) waiting
  `.execute(db);
  return rows[0]?.due ?? 0;
}
