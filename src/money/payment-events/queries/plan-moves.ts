import { sql, type Tx } from '../../../platform/database/index.ts';

/** False when newer facts have moved the plan before. Facts of the same second count in the order of their arrival. */
export async function advancePlanMove(
  tx: Tx,
  move: { accountId: string; eventAt: Date; askedAt: Date | null },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO plan_moves AS m (account_id, event_at, asked_at)
    VALUES (${move.accountId}::uuid, ${move.eventAt}::timestamptz, ${move.askedAt}::timestamptz)
    ON CONFLICT (account_id) DO UPDATE SET
      event_at = GREATEST(m.event_at, EXCLUDED.event_at), asked_at = GREATEST(m.asked_at, EXCLUDED.asked_at)
    WHERE CASE WHEN EXCLUDED.asked_at IS NULL THEN EXCLUDED.event_at >= m.event_at
      ELSE m.asked_at IS NULL OR EXCLUDED.asked_at >= m.asked_at END
    RETURNING m.account_id`.execute(tx);
  return rows.length > 0;
}
