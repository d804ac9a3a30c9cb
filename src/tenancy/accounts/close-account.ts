import type { Clock } from '../../platform/clock.ts';
import { type Db, sql, type Tx } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log.ts';
import { eraseAuditDetails, recordAuditEvent } from '../audit-log/index.ts';
import { removePasskeys } from '../passkeys/index.ts';
import type { SecondFactorDeps } from '../two-factor/index.ts';
import type { AccountData } from './account-data.ts';
import { type OwnershipProof, type PasswordDeps, requirePassword } from './change-password.ts';
import { AccountNotFound, BalanceRemaining, EarningsRemaining } from './errors.ts';
import { removeWebhook } from './queries.ts';
import { requireSecondFactor } from './sign-in.ts';

/** Takes what money and earnings are left, as far as that is allowed. Returns what was there, earnings in credits. */
export type CloseWallet = (
  tx: Tx,
  wallet: { accountId: string; email: string; forfeit: boolean; forfeitEarnings: boolean },
) => Promise<{ cents: number; earnings: { available: number; requested: number } }>;

export type CloseAccountDeps = PasswordDeps & EraseDeps & SecondFactorDeps & { closeWallet: CloseWallet };

export type EraseDeps = { db: Db; clock: Clock; log: Log; accountData: readonly AccountData[] };

export type CloseAccountInput = OwnershipProof & {
  totp?: string | undefined;
  forfeitBalance: boolean;
  forfeitEarnings: boolean;
};

/**
 * Calls that began before the account was closed may still store something, so erasing is repeated until the longest
 * of them has ended.
 */
const SETTLED_AFTER_MS = 2 * 3_600_000;
const BATCH = 50;

/**
 * Ends all access and frees the address in one transaction, which also marks the account. From then on the sweep
 * deletes what belongs to it, however often it is interrupted.
 */
export async function closeAccount(deps: CloseAccountDeps, input: CloseAccountInput): Promise<void> {
  const { accountId, totp, forfeitBalance: forfeit, forfeitEarnings } = input;
  const { email } = await requirePassword(deps, input, () =>
    requireSecondFactor(deps, accountId, totp, input.by),
  );
  await deps.db.transaction().execute(async (tx) => {
    if (!(await markClosed(tx, accountId, deps.clock.now()))) throw new AccountNotFound();
    const { cents, earnings } = await deps.closeWallet(tx, { accountId, email, forfeit, forfeitEarnings });
    if (cents > 0 && !forfeit) throw new BalanceRemaining(cents);
    if (earnings.available + earnings.requested > 0 && !forfeitEarnings)
      throw new EarningsRemaining(earnings);
    const after = { forfeited_cents: cents, forfeited_credits: earnings.available + earnings.requested };
    await recordAuditEvent({ ...deps, tx }, { accountId, by: input.by, event: 'account.deleted', after });
  });
  deps.log.info({ account: accountId }, 'account closed');
}

/** Erases every closed account as far as it can. */
export async function eraseClosedAccounts(deps: EraseDeps): Promise<number> {
  let after: string | null = null;
  let accounts = 0;
  for (;;) {
    const closed = await selectClosed(deps.db, after);
    for (const { id, closedAt } of closed) await eraseAccount(deps, id, closedAt);
    accounts += closed.length;
    if (closed.length < BATCH) return accounts;
    after = closed.at(-1)?.id ?? null;
  }
}

/** Never throws: the sweep comes back to what failed. */
export async function eraseAccount(deps: EraseDeps, accountId: string, closedAt: Date): Promise<void> {
  try {
    for (const part of deps.accountData) await part.erase(accountId);
    await eraseAuditDetails(deps, accountId);
    const now = deps.clock.now();
    if (now.getTime() - closedAt.getTime() >= SETTLED_AFTER_MS) await markErased(deps.db, accountId, now);
  } catch (err) {
    deps.log.error(
      { err, account: accountId },
      'a closed account could not be erased; it will be tried again',
    );
  }
}

async function markClosed(tx: Tx, accountId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    UPDATE accounts SET email = 'closed-' || id || '@invalid', name = '', password_hash = NULL, email_verified_at = NULL,
      admin_granted = false, closed_at = ${now}, updated_at = ${now}
    WHERE id = ${accountId} AND closed_at IS NULL RETURNING id`.execute(tx);
  if (rows.length === 0) return false;
  await removeWebhook(tx, accountId);
  await removePasskeys(tx, accountId);
  for (const table of ['sessions', 'api_keys', 'two_factor', 'recovery_codes', 'account_tokens']) {
    await sql`DELETE FROM ${sql.table(table)} WHERE account_id = ${accountId}`.execute(tx);
  }
  return true;
}

/** Across tenants, for the sweep. */
async function selectClosed(db: Db, after: string | null): Promise<{ id: string; closedAt: Date }[]> {
  const { rows } = await sql<{ id: string; closedAt: Date }>`
    SELECT id, closed_at AS "closedAt" FROM accounts
    WHERE closed_at IS NOT NULL AND erased_at IS NULL AND (${after}::uuid IS NULL OR id > ${after}::uuid)
    ORDER BY id LIMIT ${BATCH}`.execute(db);
  return rows;
}

async function markErased(db: Db, accountId: string, now: Date): Promise<void> {
  await sql`UPDATE accounts SET erased_at = ${now} WHERE id = ${accountId}`.execute(db);
}
