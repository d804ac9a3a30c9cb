import { type Db, sql } from '../../../platform/database/index.ts';

/** More are not counted. */
const COUNTED = 10_000;

/** Payments that wait for an administrator, because nobody knows whose they are. */
export async function countHeldPayments(db: Db): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    SELECT count(*)::int AS held FROM (SELECT FROM payment_events WHERE status = 'held' LIMIT ${COUNTED}) waiting
  `.execute(db);
  return rows[0]?.held ?? 0;
}
