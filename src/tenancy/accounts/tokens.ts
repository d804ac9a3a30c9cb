import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { type Db, sql, type Tx } from '../../platform/database/index.ts';
import { randomBase62 } from '../../platform/ids.ts';
import { TokenInvalid } from './errors.ts';

/** What a mailed link may do. */
export type TokenPurpose = 'verify_email' | 'reset_password';

const LIFETIME_MS: Record<TokenPurpose, number> = {
  verify_email: 24 * 60 * 60_000,
  reset_password: 30 * 60_000,
};
const TOKEN_CHARACTERS = 43;
const TOKEN_SHAPE = /^[0-9A-Za-z]{43}$/;

type Deps = { db: Db; clock: Clock };

export async function issueToken(
  deps: Deps,
  accountId: string,
  purpose: TokenPurpose,
  { mailed = true } = {},
): Promise<string> {
  const token = randomBase62(TOKEN_CHARACTERS);
  const expiresAt = new Date(deps.clock.now().getTime() + LIFETIME_MS[purpose]);
  await sql`
    INSERT INTO account_tokens (token_hash, account_id, purpose, expires_at, mailed)
    VALUES (${hashOf(token)}::bytea, ${accountId}, ${purpose}, ${expiresAt}, ${mailed})`.execute(deps.db);
  return token;
}

/** The account that the token is for. The token stays usable. */
export async function readToken(
  deps: Deps,
  token: string,
  purpose: TokenPurpose,
): Promise<{ accountId: string; mailed: boolean }> {
  const { rows } = await sql<{ account_id: string; mailed: boolean }>`
    SELECT account_id, mailed FROM account_tokens WHERE ${valid(deps, token, purpose)}`.execute(deps.db);
  return { accountId: accountIn(rows), mailed: rows[0]?.mailed ?? false };
}

/** Of several uses at once, one succeeds. */
export async function spendToken(
  deps: { tx: Tx; clock: Clock },
  token: string,
  purpose: TokenPurpose,
): Promise<string> {
  const { rows } = await sql<{ account_id: string }>`
    DELETE FROM account_tokens WHERE ${valid(deps, token, purpose)} RETURNING account_id`.execute(deps.tx);
  return accountIn(rows);
}

export async function revokeTokens(tx: Tx, accountId: string, purpose: TokenPurpose): Promise<void> {
  await sql`DELETE FROM account_tokens WHERE account_id = ${accountId} AND purpose = ${purpose}`.execute(tx);
}

/** Across tenants, for the sweep. */
export async function sweepTokens(deps: Deps): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM account_tokens WHERE expires_at <= ${deps.clock.now()}`.execute(deps.db);
  return Number(numAffectedRows ?? 0);
}

function valid({ clock }: { clock: Clock }, token: string, purpose: TokenPurpose) {
  if (!TOKEN_SHAPE.test(token)) throw new TokenInvalid();
  return sql`token_hash = ${hashOf(token)}::bytea AND purpose = ${purpose} AND expires_at > ${clock.now()}`;
}

function accountIn(rows: { account_id: string }[]): string {
  const [row] = rows;
  if (!row) throw new TokenInvalid();
  return row.account_id;
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
