import type { Rider, RiderKind } from '../../money/ledger/index.ts';
import { type Db, type Row, sql, type Tx, tableOf } from '../../platform/database/index.ts';
import type { Made } from './content.ts';

/** A file, and what is known of it. */
type Delivery = Made & {
  accountId: string;
  contentType: string;
  sha256: Uint8Array;
  bytes: number;
  /** Whether the file has its manifest in itself. */
  carried: boolean;
};

type Facts = Pick<Delivery, 'models' | 'consents' | 'composite' | 'sounds' | 'carried'>;

export type ProvenanceRow = {
  id: string;
  account_id: string | null;
  credential_id: string | null;
  kind: string;
  content_type: string;
  sha256: Uint8Array;
  bytes: number;
  facts: Facts;
  sidecar: Uint8Array | null;
  job_id: string | null;
  made_at: Date;
  delivered_at: Date | null;
};

const COLUMNS = sql`id, account_id, credential_id, kind, content_type, sha256, bytes, facts, sidecar, job_id, made_at, delivered_at`;

/** Written with the settlement of the charge, whose key made the file. */
const DELIVERIES: RiderKind = {
  columns: {
    id: 'uuid',
    account_id: 'uuid',
    kind: 'text',
    content_type: 'text',
    sha256: 'bytea',
    bytes: 'bigint',
    facts: 'jsonb',
    made_at: 'timestamptz',
    landmarks: 'bytea',
  },
  write: (rows) => [
    sql`INSERT INTO provenance (${COLUMNS}, landmarks)
      SELECT made.id, made.account_id, made.credential_id, made.kind, made.content_type, made.sha256, made.bytes, made.facts,
        NULL, NULL, made.made_at, made.made_at, made.landmarks
      FROM ${rows} made`,
  ],
};

type Delivered = Delivery & { landmarks: Buffer | null };

export function insertDelivery(one: Delivered): Rider {
  return { kind: DELIVERIES, row: rowOf(one) };
}

/** What was settled piece by piece while it left is recorded at its end. */
export async function recordDelivery(db: Db, one: Delivered, credentialId: string): Promise<void> {
  const made = tableOf(DELIVERIES.columns, [rowOf(one)]);
  await sql`
    INSERT INTO provenance (${COLUMNS}, landmarks)
    SELECT one.id, one.account_id, ${credentialId}, one.kind, one.content_type, one.sha256, one.bytes, one.facts,
      NULL, NULL, one.made_at, one.made_at, one.landmarks
    FROM ${made}`.execute(db);
}

function rowOf(one: Delivered): Row {
  return {
    id: one.id,
    account_id: one.accountId,
    kind: one.kind,
    content_type: one.contentType,
    sha256: Buffer.from(one.sha256),
    bytes: one.bytes,
    facts: factsOf(one),
    made_at: one.madeAt,
    landmarks: one.landmarks,
  };
}

/** The output of a job that is not completed yet. A second upload under the same lease replaces the first. */
export async function insertOutput(
  db: Db,
  one: Delivered & { jobId: string; sidecar: Uint8Array | null },
): Promise<void> {
  await sql`
    INSERT INTO provenance (${COLUMNS}, landmarks)
    SELECT ${one.id}::uuid, ${one.accountId}::uuid, (
        SELECT charge.credential_id FROM job_charges own JOIN charges charge ON charge.id = own.charge_id
        WHERE own.job_id = ${one.jobId} LIMIT 1
      ), ${one.kind}, ${one.contentType}, ${Buffer.from(one.sha256)}::bytea, ${one.bytes}::bigint,
      ${JSON.stringify(factsOf(one))}::jsonb, ${one.sidecar && Buffer.from(one.sidecar)}::bytea, ${one.jobId},
      ${one.madeAt}::timestamptz, NULL, ${one.landmarks}::bytea
    ON CONFLICT (id) DO UPDATE SET sha256 = excluded.sha256, bytes = excluded.bytes, facts = excluded.facts,
      sidecar = excluded.sidecar, made_at = excluded.made_at, landmarks = excluded.landmarks
    WHERE provenance.delivered_at IS NULL`.execute(db);
}

function factsOf({ models, consents, composite, sounds, carried }: Facts): Facts {
  return { models, consents, composite, sounds, carried };
}

export async function markDelivered(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await sql`
    UPDATE provenance SET delivered_at = ${now}::timestamptz WHERE id = ANY (${[...ids]}::uuid[])`.execute(
    tx,
  );
}

/** Only what has left: an output of a job that failed proves nothing. */
export async function findDelivered(db: Db, id: string): Promise<ProvenanceRow | undefined> {
  const { rows } = await sql<ProvenanceRow>`
    SELECT ${COLUMNS} FROM provenance WHERE id = ${id}::uuid AND delivered_at IS NOT NULL`.execute(db);
  return rows[0];
}

/** Several, if the same file was delivered more than once. */
export async function findByHash(db: Db, sha256: Uint8Array, limit: number): Promise<ProvenanceRow[]> {
  const { rows } = await sql<ProvenanceRow>`
    SELECT ${COLUMNS} FROM provenance
    WHERE sha256 = ${Buffer.from(sha256)}::bytea AND delivered_at IS NOT NULL ORDER BY made_at LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

export async function listOfAccount(
  db: Db,
  accountId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<ProvenanceRow[]> {
  const { rows } = await sql<ProvenanceRow>`
    SELECT ${COLUMNS} FROM provenance
    WHERE account_id = ${accountId}::uuid AND (${before}::uuid IS NULL OR id < ${before}::uuid)
    ORDER BY id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** Whose it was is forgotten. What was made here stays known until its time is up. Returns how many rows that concerned. */
export async function forgetOwner(db: Db, accountId: string, limit: number): Promise<number> {
  const { rows } = await sql`
    UPDATE provenance SET account_id = NULL, credential_id = NULL, job_id = NULL
    WHERE id IN (SELECT id FROM provenance WHERE account_id = ${accountId}::uuid LIMIT ${limit}) RETURNING id`.execute(
    db,
  );
  return rows.length;
}

/**
 * Deletes one batch of parts of what is older than `oldest`. The rows would take theirs along, but a thousand films have more than one
 * statement may delete.
 */
export async function deleteOldParts(db: Db, oldest: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    DELETE FROM fingerprints WHERE id IN (
      SELECT part.id FROM provenance made JOIN fingerprints part ON part.provenance_id = made.id
      WHERE made.made_at < ${oldest}::timestamptz
      ORDER BY made.made_at LIMIT ${limit} FOR UPDATE OF part SKIP LOCKED
    ) RETURNING id`.execute(db);
  return rows.length;
}

/** Deletes one batch of what is older than `oldest`. */
export async function deleteOld(db: Db, oldest: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    DELETE FROM provenance WHERE id IN (
      SELECT id FROM provenance WHERE made_at < ${oldest}::timestamptz
      ORDER BY made_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ) RETURNING id`.execute(db);
  return rows.length;
}

/** Deletes one batch of outputs whose jobs were never completed. */
export async function deleteUndelivered(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    DELETE FROM provenance WHERE id IN (
      SELECT id FROM provenance WHERE delivered_at IS NULL AND made_at < ${before}::timestamptz
      ORDER BY made_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ) RETURNING id`.execute(db);
  return rows.length;
}
