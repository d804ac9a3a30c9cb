import { type Db, type Sql, sql, type Tx } from '../../platform/database/index.ts';
import { type ChainedFields, genesisOf } from './chain.ts';

export type AuditRow = ChainedFields & {
  seq: number;
  hash: Buffer;
  /** Null: erased. */
  salt: Buffer | null;
  details: string | null;
  /** These are the account's present values. Null if there is no such account. */
  accountEmail: string | null;
  actorEmail: string | null;
};

const COLUMNS = sql`e.id, e.chain, e.seq, e.at, e.event, e.subject, e.actor, e.actor_account_id AS "actorAccountId",
  e.credential_kind AS "credentialKind", e.credential_id AS "credentialId", e.before, e.after,
  e.details_digest AS "detailsDigest", e.hash, d.salt, d.details,
  a.email AS "accountEmail", b.email AS "actorEmail"`;
const EVENTS = sql`audit_events e LEFT JOIN audit_details d ON d.event_id = e.id
  LEFT JOIN accounts a ON a.id = e.chain LEFT JOIN accounts b ON b.id = e.actor_account_id`;

/** One statement: the row of the chain is locked, moved on and read at once. */
export async function appendRow(
  tx: Tx,
  row: ChainedFields & { digest: Buffer; salt: Buffer; details: string },
): Promise<void> {
  const { id, chain, digest } = row;
  await sql`
    WITH head AS (
      INSERT INTO audit_chains AS c (chain, seq, hash)
      VALUES (${chain}, 1, sha256(${genesisOf(chain)}::bytea || ${digest}::bytea))
      ON CONFLICT (chain) DO UPDATE SET seq = c.seq + 1, hash = sha256(c.hash || ${digest}::bytea)
      RETURNING seq, hash
    ), event AS (
      INSERT INTO audit_events (id, chain, seq, at, event, subject, actor, actor_account_id, credential_kind,
        credential_id, before, after, details_digest, hash)
      SELECT ${id}::uuid, ${chain}::uuid, seq, ${row.at}::timestamptz, ${row.event}, ${row.subject}, ${row.actor},
        ${row.actorAccountId}::uuid, ${row.credentialKind}, ${row.credentialId}, ${row.before}, ${row.after},
        ${row.detailsDigest}::bytea, hash
      FROM head RETURNING id
    )
    INSERT INTO audit_details (event_id, salt, details)
    SELECT id, ${row.salt}::bytea, ${row.details} FROM event`.execute(tx);
}

export type AuditFilter = {
  event?: string | undefined;
  actor?: string | undefined;
  actorAccountId?: string | undefined;
  /** Ids sort by time: `at or after` and `before`. */
  from?: string | undefined;
  to?: string | undefined;
};

type Slice = AuditFilter & { limit: number; before: string | null };

/** Newest first. */
export function selectOfAccount(db: Db, accountId: string, slice: Slice): Promise<AuditRow[]> {
  return select(db, sql`e.chain = ${accountId}::uuid`, slice);
}

/** Across tenants, for administrators. */
export function selectOfAll(db: Db, slice: Slice): Promise<AuditRow[]> {
  return select(db, sql`true`, slice);
}

async function select(db: Db, whose: Sql, slice: Slice): Promise<AuditRow[]> {
  const { event = null, actor = null, actorAccountId = null, from = null, to = null } = slice;
  const conditions = [
    whose,
    event === null ? null : sql`e.event = ${event}`,
    actor === null ? null : sql`e.actor = ${actor}`,
    actorAccountId === null ? null : sql`e.actor_account_id = ${actorAccountId}::uuid`,
    from === null ? null : sql`e.id >= ${from}::uuid`,
    to === null ? null : sql`e.id < ${to}::uuid`,
    slice.before === null ? null : sql`e.id < ${slice.before}::uuid`,
  ].filter((condition) => condition !== null);
  const { rows } = await sql<AuditRow>`
    SELECT ${COLUMNS} FROM ${EVENTS} WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY e.id DESC LIMIT ${slice.limit}`.execute(db);
  return rows;
}

export type ChainHead = { chain: string; seq: number; hash: Buffer; isClosed: boolean };

/** Across tenants, to verify the log. */
export async function selectHeads(db: Db, after: string | null, limit: number): Promise<ChainHead[]> {
  const { rows } = await sql<ChainHead>`
    SELECT c.chain, c.seq, c.hash, a.closed_at IS NOT NULL AS "isClosed"
    FROM audit_chains c LEFT JOIN accounts a ON a.id = c.chain
    WHERE ${after}::uuid IS NULL OR c.chain > ${after}::uuid
    ORDER BY c.chain LIMIT ${limit}`.execute(db);
  return rows;
}

export async function selectInOrder(
  db: Db,
  chain: string,
  after: number,
  limit: number,
): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    SELECT ${COLUMNS} FROM ${EVENTS} WHERE e.chain = ${chain}::uuid AND e.seq > ${after}
    ORDER BY e.seq LIMIT ${limit}`.execute(db);
  return rows;
}

/** Rows that no head accounts for. */
export async function selectOrphans(db: Db): Promise<{ id: string; chain: string }[]> {
  const { rows } = await sql<{ id: string; chain: string }>`
    SELECT e.id, e.chain FROM audit_events e
    WHERE NOT EXISTS (SELECT FROM audit_chains c WHERE c.chain = e.chain) LIMIT 10`.execute(db);
  return rows;
}

/** This includes what the account did to others: where it did that from is its own. */
export async function deleteDetailsOf(db: Db, accountId: string): Promise<void> {
  await sql`
    DELETE FROM audit_details WHERE event_id IN (
      SELECT id FROM audit_events WHERE chain = ${accountId}::uuid
      UNION SELECT id FROM audit_events WHERE actor_account_id = ${accountId}::uuid)`.execute(db);
}

/** Across tenants, for the sweep. `olderThan` is an id, which sorts by time. */
export async function deleteOldDetails(db: Db, olderThan: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM audit_details WHERE event_id IN (
      SELECT event_id FROM audit_details WHERE event_id < ${olderThan}::uuid ORDER BY event_id LIMIT ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
