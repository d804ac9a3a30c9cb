import { type Db, sql, type Tx } from '../../../platform/database/index.ts';

// A period is a time of a plan, a row of `plan_grants`. It begins with a cycle, and one payment pays for it; either may be
// reported first. Every statement here needs the lock of the wallet. `period-credits.ts` has what a period granted.

export type Period = { accountId: string; plan: string; startsAt: Date; endsAt: Date };

/** No two periods of an account overlap: what was paid for before ends when another period starts. */
export async function endPeriods(tx: Tx, accountId: string, at: Date): Promise<void> {
  await sql`
    UPDATE plan_grants SET ends_at = GREATEST(starts_at, ${at}::timestamptz)
    WHERE account_id = ${accountId}::uuid AND cycle IS NOT NULL AND ends_at > ${at}::timestamptz`.execute(tx);
}

/** A period that began with the current cycle. Nobody has paid for it yet. */
export async function insertPeriod(tx: Tx, period: Period, continued?: RunningPeriod): Promise<void> {
  await sql`
    INSERT INTO plan_grants (account_id, plan, cycle, starts_at, ends_at, reversed, continues)
    SELECT account_id, ${period.plan}, cycle, ${period.startsAt}::timestamptz, ${period.endsAt}::timestamptz,
      ${continued?.reversed ?? 0}::float8, ${continued?.payment ?? null}::text
    FROM wallets WHERE account_id = ${period.accountId}::uuid`.execute(tx);
}

/**
 * Names the payment for the newest change to this plan that nobody has paid for. False when there is none within a month, or a
 * later period is paid for.
 */
export async function claimPeriod(
  tx: Tx,
  claim: Omit<Period, 'startsAt'> & { reference: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    WITH mine AS (
      SELECT * FROM plan_grants WHERE account_id = ${claim.accountId}::uuid AND cycle IS NOT NULL
    ), newest AS (
      SELECT max(cycle) AS cycle FROM mine
    ), unpaid AS (
      SELECT max(cycle) AS cycle FROM mine
      WHERE reference IS NULL AND plan = ${claim.plan} AND starts_at > ${claim.now}::timestamptz - interval '1 month'
        AND cycle > ALL (SELECT cycle FROM mine WHERE reference IS NOT NULL)
    )
    UPDATE plan_grants g SET reference = ${claim.reference}, continues = NULL, reversed = 0, ends_at = CASE
      WHEN g.cycle = newest.cycle THEN GREATEST(g.ends_at, ${claim.endsAt}::timestamptz) ELSE g.ends_at END
    FROM unpaid, newest
    WHERE g.account_id = ${claim.accountId}::uuid AND g.cycle = unpaid.cycle
    RETURNING g.cycle`.execute(tx);
  return rows.length > 0;
}

/** A payment for a period that has not begun. */
export async function insertAwaited(tx: Tx, awaited: Period & { reference: string }): Promise<void> {
  await sql`
    INSERT INTO plan_grants (reference, account_id, plan, starts_at, ends_at)
    VALUES (${awaited.reference}, ${awaited.accountId}::uuid, ${awaited.plan}, ${awaited.startsAt}::timestamptz,
      ${awaited.endsAt}::timestamptz)`.execute(tx);
}

export type Awaited = { reference: string; reversed: number };

/** Begins the period of the newest payment that waits for this plan, with the current cycle. */
export async function beginAwaited(tx: Tx, period: Period): Promise<Awaited | undefined> {
  const { rows } = await sql<Awaited>`
    UPDATE plan_grants g SET cycle = w.cycle, starts_at = ${period.startsAt}::timestamptz,
      ends_at = ${period.endsAt}::timestamptz
    FROM wallets w
    WHERE w.account_id = g.account_id AND g.reference = (
      SELECT reference FROM plan_grants
      WHERE account_id = ${period.accountId}::uuid AND plan = ${period.plan} AND cycle IS NULL
      ORDER BY starts_at DESC LIMIT 1)
    RETURNING g.reference, g.reversed`.execute(tx);
  return rows[0];
}

export async function isNoted(tx: Tx, reference: string): Promise<boolean> {
  const { rows } = await sql`SELECT cycle FROM plan_grants WHERE reference = ${reference}`.execute(tx);
  return rows.length > 0;
}

export type RunningPeriod = { plan: string; reversed: number; payment: string | null };

/** The period that this moment is in. */
export async function selectRunning(
  db: Db,
  accountId: string,
  now: Date,
): Promise<RunningPeriod | undefined> {
  const { rows } = await sql<RunningPeriod>`
    SELECT plan, reversed, COALESCE(reference, continues) AS payment FROM plan_grants
    WHERE account_id = ${accountId}::uuid AND cycle IS NOT NULL
      AND starts_at <= ${now}::timestamptz AND ends_at > ${now}::timestamptz
    ORDER BY cycle DESC LIMIT 1`.execute(db);
  return rows[0];
}

/** Sets the share of the payment that went back. Returns the share before. */
export async function setReversed(
  tx: Tx,
  { accountId, reference, reversed }: { accountId: string; reference: string; reversed: number },
): Promise<number> {
  const { rows } = await sql<{ before: number }>`
    UPDATE plan_grants g SET reversed = ${reversed}::float8 FROM plan_grants old
    WHERE ${reference} IN (g.reference, g.continues) AND g.account_id = ${accountId}::uuid AND old.reference = ${reference}
    RETURNING old.reversed AS before`.execute(tx);
  return rows[0]?.before ?? 0;
}
