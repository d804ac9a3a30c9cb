import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { type Db, sql, type Tx } from '../../platform/database/index.ts';
import { randomBase62 } from '../../platform/ids.ts';
import { TokenInvalid } from './errors.ts';

/** A mailed link may do one of these. */
export type TokenPurpose = 'verify_email' | 'reset_password' | 'change_email';

export type Token = {
  accountId: string;
  purpose: TokenPurpose;
  mailed: boolean;
  /** `change_email` changes the address to this. Null for the others. */
  email: string | null;
};

const LIFETIME_MS: Record<TokenPurpose, number> = {
  verify_email: 24 * 60 * 60_000,
  reset_password: 30 * 60_000,
  change_email: 24 * 60 * 60_000,
};
const TOKEN_CHARACTERS = 43;
const TOKEN_SHAPE = /^[0-9A-Za-z]{43}$/;

type Deps = { db: Db; clock: Clock };

export async function issueToken(
  deps: Deps,
  accountId: string,
  purpose: TokenPurpose,
  { mailed = true, email = null }: { mailed?: boolean; email?: string | null } = {},
): Promise<string> {
  const token = randomBase62(TOKEN_CHARACTERS);
  const expiresAt = new Date(deps.clock.now().getTime() + LIFETIME_MS[purpose]);
  await sql`
    INSERT INTO account_tokens (token_hash, account_id, purpose, expires_at, mailed, email)
    VALUES (${hashOf(token)}::bytea, ${accountId}, ${purpose}, ${expiresAt}, ${mailed}, ${email})`.execute(
    deps.db,
  );
  return token;
}

const COLUMNS = sql`account_id AS "accountId", purpose, mailed, email`;

/** The token stays usable. */
export async function readToken(deps: Deps, token: string, ...purposes: TokenPurpose[]): Promise<Token> {
  const { rows } = await sql<Token>`
    SELECT ${COLUMNS} FROM account_tokens WHERE ${valid(deps, token, purposes)}`.execute(deps.db);
  return found(rows);
}

/** If a token is used several times at once, one use succeeds. */
export async function spendToken(
  deps: { tx: Tx; clock: Clock },
  token: string,
  purpose: TokenPurpose,
): Promise<Token> {
  const { rows } = await sql<Token>`
    DELETE FROM account_tokens WHERE ${valid(deps, token, [purpose])} RETURNING ${COLUMNS}`.execute(deps.tx);
  return found(rows);
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

function valid({ clock }: { clock: Clock }, token: string, purposes: TokenPurpose[]) {
  if (!TOKEN_SHAPE.test(token)) throw new TokenInvalid();
  return sql`token_hash = ${hashOf(token)}::bytea AND purpose IN (${sql.join(purposes)})
    AND expires_at > ${clock.now()}`;
}

function found(rows: Token[]): Token {
  const [row] = rows;
  if (!row) throw new TokenInvalid();
  return row;
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
