import { createHash } from 'node:crypto';
import { isUuid, type WorkerIdentity } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Db, sql, type Tx } from '../../platform/database/index.ts';
import { domainError } from '../../platform/errors.ts';
import { randomBase62, uuidv7 } from '../../platform/ids.ts';
import { type Actor, recordAuditEvent } from '../../tenancy/audit-log/index.ts';
import { removeWorker } from './registry.ts';

type Deps = { db: Db; clock: Clock };

export type WorkerSecret = {
  id: string;
  name: string;
  /** Null: every kind. */
  kinds: string[] | null;
  lastFour: string;
  createdAt: Date;
  /** Accurate to the minute. */
  lastUsedAt: Date | null;
  revokedAt: Date | null;
};

const SHAPE = /^wk_[0-9A-Za-z]{43}$/;
const COLUMNS = sql`id, name, kinds, last_four AS "lastFour", created_at AS "createdAt", last_used_at AS "lastUsedAt",
  revoked_at AS "revokedAt"`;
const USE_RECORDED_EVERY_MS = 60_000;

const WorkerSecretNotFound = domainError('not_found', 'worker_secret_not_found', 'Worker secret not found.');

/** The secret is shown only once: the database keeps its hash. */
export async function createWorkerSecret(
  { tx, clock }: { tx: Tx; clock: Clock },
  { name, kinds, by }: { name: string; kinds: readonly string[] | null; by: Actor },
): Promise<WorkerSecret & { secret: string }> {
  const secret = `wk_${randomBase62(43)}`;
  const now = clock.now();
  const { rows } = await sql<WorkerSecret>`
    INSERT INTO worker_secrets (id, name, kinds, secret_hash, last_four, created_at)
    VALUES (${uuidv7(now.getTime())}, ${name}, ${kinds && [...kinds]}::text[], ${hashOf(secret)}::bytea,
      ${secret.slice(-4)}, ${now})
    RETURNING ${COLUMNS}`.execute(tx);
  const [created] = rows;
  if (!created) throw new Error('a worker secret was not stored');
  const after = { name, kinds };
  const event = { accountId: null, by, event: 'worker.created', subject: created.id, after } as const;
  await recordAuditEvent({ tx, clock }, event);
  return { ...created, secret };
}

export async function listWorkerSecrets({ db }: { db: Db }): Promise<WorkerSecret[]> {
  const { rows } = await sql<WorkerSecret>`
    SELECT ${COLUMNS} FROM worker_secrets ORDER BY revoked_at IS NOT NULL, id DESC LIMIT 500`.execute(db);
  return rows;
}

/** From now on the secret opens nothing. Its workers are removed, and what they held goes to others at once. Safe to repeat. */
export async function revokeWorkerSecret(
  deps: Deps,
  { id, by }: { id: string; by: Actor },
): Promise<WorkerSecret> {
  const revoked = await deps.db.transaction().execute(async (tx) => {
    const found = isUuid(id) ? await markRevoked(tx, id, deps.clock.now()) : null;
    if (!found) throw new WorkerSecretNotFound();
    if (found.wasActive)
      await recordAuditEvent({ ...deps, tx }, { accountId: null, by, event: 'worker.revoked', subject: id });
    return found.secret;
  });
  const { rows } = await sql<{ id: string }>`SELECT id FROM workers WHERE secret_id = ${id}`.execute(deps.db);
  for (const worker of rows) await removeWorker(deps, { id: worker.id, secretId: id });
  return revoked;
}

async function markRevoked(
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ secret: WorkerSecret; wasActive: boolean } | null> {
  const { rows: before } = await sql<{ active: boolean }>`
    SELECT revoked_at IS NULL AS active FROM worker_secrets WHERE id = ${id} FOR UPDATE`.execute(tx);
  const { rows } = await sql<WorkerSecret>`
    UPDATE worker_secrets SET revoked_at = coalesce(revoked_at, ${now}::timestamptz) WHERE id = ${id}
    RETURNING ${COLUMNS}`.execute(tx);
  const [secret] = rows;
  return secret ? { secret, wasActive: before[0]?.active ?? false } : null;
}

export function looksLikeWorkerSecret(given: string): boolean {
  return SHAPE.test(given);
}

/** Null for a secret that nobody made or that was revoked. */
export async function authenticateWorker(deps: Deps, given: string): Promise<WorkerIdentity | null> {
  const { rows } = await sql<WorkerSecret>`
    SELECT ${COLUMNS} FROM worker_secrets
    WHERE secret_hash = ${hashOf(given)}::bytea AND revoked_at IS NULL`.execute(deps.db);
  const [secret] = rows;
  if (!secret) return null;
  const now = deps.clock.now();
  if (now.getTime() - (secret.lastUsedAt?.getTime() ?? 0) >= USE_RECORDED_EVERY_MS)
    await sql`UPDATE worker_secrets SET last_used_at = ${now} WHERE id = ${secret.id}`.execute(deps.db);
  return { secretId: secret.id, kinds: secret.kinds };
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
