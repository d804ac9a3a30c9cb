import { type Db, sql } from '../../../platform/database/index.ts';

export type ProgressInput = {
  accountId: string;
  chargeId: string;
  /** All that was handed out so far, not the step. */
  credits: number;
  quantity: number;
  deadlineAt: Date;
};

/**
 * False when the charge is no longer open. Flushed, unlike a reservation: sound leaves right after it, and the embedded
 * database keeps in the memory of our process what it has not flushed.
 */
export async function noteProgress(db: Db, input: ProgressInput): Promise<boolean> {
  const result = await sql<{ id: string }>`
    UPDATE charges SET
      delivered_credits = ${input.credits}::bigint,
      delivered_quantity = ${input.quantity}::bigint,
      deadline_at = ${input.deadlineAt}::timestamptz
    WHERE id = ${input.chargeId}::uuid AND account_id = ${input.accountId}::uuid AND status = 'reserved'
    RETURNING id
  `.execute(db);
  return result.rows.length > 0;
}
