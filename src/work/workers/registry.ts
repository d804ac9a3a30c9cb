import type { Clock } from '../../platform/clock.ts';
import { type Db, sql } from '../../platform/database/index.ts';
import { domainError } from '../../platform/errors.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { giveBackJobsOf } from '../jobs/index.ts';

type Deps = { db: Db; clock: Clock };

/** Live workers ask for jobs or report several times within this. */
const ALIVE_MS = 90_000;

export const WorkerNotFound = domainError(
  'not_found',
  'worker_not_found',
  'Worker not found. Register it first.',
);

export type WorkerRow = {
  id: string;
  name: string;
  capabilities: string[];
  registered_at: Date;
  last_seen_at: Date;
};

export async function registerWorker(
  { db, clock }: Deps,
  worker: { name: string; capabilities: readonly string[]; id?: string; secretId?: string | null },
): Promise<string> {
  const now = clock.now();
  const id = worker.id ?? uuidv7(now.getTime());
  await sql`
    INSERT INTO workers (id, name, capabilities, secret_id, registered_at, last_seen_at)
    VALUES (${id}, ${worker.name}, ${[...worker.capabilities]}::text[], ${worker.secretId ?? null}::uuid, ${now}::timestamptz, ${now}::timestamptz)
    ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name, capabilities = EXCLUDED.capabilities,
      last_seen_at = EXCLUDED.last_seen_at
  `.execute(db);
  return id;
}

/** A worker is known by its id together with the secret that it registered with. */
export type RegisteredWorker = { id: string; secretId: string | null };

function isWorker({ id, secretId }: RegisteredWorker) {
  return sql`id = ${id} AND secret_id IS NOT DISTINCT FROM ${secretId}::uuid`;
}

/** False once it was removed, also by revoking its secret. */
export async function isRegistered({ db }: { db: Db }, worker: RegisteredWorker): Promise<boolean> {
  const { rows } = await sql`SELECT FROM workers WHERE ${isWorker(worker)}`.execute(db);
  return rows.length > 0;
}

/** Whether the job is held by a worker with another secret. */
export async function isHeldByOther(
  { db }: { db: Db },
  jobId: string,
  secretId: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM jobs j JOIN workers w ON w.id = j.worker_id
    WHERE j.id = ${jobId} AND w.secret_id IS DISTINCT FROM ${secretId}::uuid`.execute(db);
  return rows.length > 0;
}

/** A worker that stops may have been leased a job that it never learned of. */
export async function removeWorker(deps: Deps, worker: RegisteredWorker): Promise<void> {
  const { rows } = await sql`DELETE FROM workers WHERE ${isWorker(worker)} RETURNING id`.execute(deps.db);
  if (rows.length > 0) await giveBackJobsOf(deps, worker.id);
}

export async function touchWorker(
  { db, clock }: Deps,
  worker: RegisteredWorker,
): Promise<{ workerId: string; capabilities: string[] }> {
  const result = await sql<{ capabilities: string[] }>`
    UPDATE workers SET last_seen_at = ${clock.now()}::timestamptz WHERE ${isWorker(worker)} RETURNING capabilities
  `.execute(db);
  const row = result.rows[0];
  if (!row) throw new WorkerNotFound();
  return { workerId: worker.id, capabilities: row.capabilities };
}

/** A worker with a long job asks for no others, so its reports count as signs of life. */
export async function touchWorkerOf({ db, clock }: Deps, jobId: string): Promise<void> {
  await sql`
    UPDATE workers SET last_seen_at = ${clock.now()}::timestamptz FROM jobs
    WHERE jobs.id = ${jobId} AND workers.id = jobs.worker_id
  `.execute(db);
}

/** Whether a live worker could run a job with these needs. */
export async function isOffered({ db, clock }: Deps, needs: readonly string[]): Promise<boolean> {
  const since = new Date(clock.now().getTime() - ALIVE_MS);
  const result = await sql`
    SELECT FROM workers WHERE last_seen_at > ${since}::timestamptz AND ${[...needs]}::text[] <@ capabilities LIMIT 1
  `.execute(db);
  return result.rows.length > 0;
}

/** The same for a worker on another machine than the one of this name. */
export async function isOfferedElsewhere(
  { db, clock }: Deps,
  needs: readonly string[],
  here: string,
): Promise<boolean> {
  const since = new Date(clock.now().getTime() - ALIVE_MS);
  const { rows } = await sql`
    SELECT FROM workers
    WHERE last_seen_at > ${since}::timestamptz AND ${[...needs]}::text[] <@ capabilities AND name <> ${here} LIMIT 1
  `.execute(db);
  return rows.length > 0;
}

/** Capabilities that begin so, of live workers that run this kind of job. */
export async function listCapabilities(
  { db, clock }: Deps,
  kind: string,
  beginning: string,
): Promise<string[]> {
  const since = new Date(clock.now().getTime() - ALIVE_MS);
  const result = await sql<{ capability: string }>`
    SELECT DISTINCT capability FROM workers, unnest(capabilities) AS capability
    WHERE last_seen_at > ${since}::timestamptz AND ${kind} = ANY (capabilities) AND starts_with(capability, ${beginning})
    ORDER BY 1 LIMIT 500
  `.execute(db);
  return result.rows.map(({ capability }) => capability);
}

/** Reads what follows `<kind>:` in the capabilities of that kind's workers, live or seen within a day. */
export async function listOffered(
  { db, clock }: Deps,
  kind: string,
): Promise<{ name: string; alive: boolean }[]> {
  const since = new Date(clock.now().getTime() - ALIVE_MS);
  const result = await sql<{ name: string; alive: boolean }>`
    SELECT substr(capability, ${kind.length + 2}::integer) AS name, bool_or(last_seen_at > ${since}::timestamptz) AS alive
    FROM workers, unnest(capabilities) AS capability
    WHERE ${kind} = ANY (capabilities) AND starts_with(capability, ${`${kind}:`})
    GROUP BY 1 ORDER BY 1 LIMIT 100
  `.execute(db);
  return result.rows;
}

export async function listWorkers({ db, clock }: Deps): Promise<(WorkerRow & { alive: boolean })[]> {
  const since = new Date(clock.now().getTime() - ALIVE_MS);
  const result = await sql<WorkerRow & { alive: boolean }>`
    SELECT id, name, capabilities, registered_at, last_seen_at, last_seen_at > ${since}::timestamptz AS alive
    FROM workers ORDER BY last_seen_at DESC LIMIT 200
  `.execute(db);
  return result.rows;
}

/** Deletes workers not seen for a day. */
export async function sweepWorkers({ db, clock }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - 24 * 3_600_000);
  await sql`DELETE FROM workers WHERE last_seen_at < ${before}::timestamptz`.execute(db);
}
