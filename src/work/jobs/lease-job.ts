import { randomUUID } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { LeaseLost } from './errors.ts';
import type { Lease, LeasedJob } from './job.ts';
import {
  findLeased,
  findNext,
  findNextInternal,
  listInputs,
  listLeases,
  renewLease,
  requeueJob,
  takeJob,
} from './queries/lease.ts';

/** A worker that sends no report for this long loses its job. */
export const LEASE_MS = 30_000;
/** Somebody waits for an internal job, so that a dead worker must be noticed sooner. */
const INTERNAL_LEASE_MS = 10_000;
/** Retries, since another worker may take the job between finding and leasing it. */
const MAX_TRIES = 20;

type Deps = { db: Db; clock: Clock };

/** Leases the next job, taking turns between accounts. Null when there is none for this worker. */
export async function leaseJob(
  deps: Deps,
  worker: { workerId: string; capabilities: readonly string[] },
  /** Jobs whose accounts are skipped. */
  besides: readonly string[] = [],
): Promise<LeasedJob | null> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const now = deps.clock.now();
    const wanted = { capabilities: worker.capabilities, besides, now };
    const jobId = (await findNextInternal(deps.db, wanted)) ?? (await findNext(deps.db, wanted));
    if (jobId === undefined) return null;
    const lease: Lease = { jobId, token: randomUUID() };
    const row = await takeJob(deps.db, { ...lease, ...untilAfter(now), workerId: worker.workerId, now });
    if (!row) continue;
    const inputs = await listInputs(deps.db, jobId);
    return {
      ...lease,
      kind: row.kind,
      attempt: row.attempts,
      request: row.request,
      inputs: inputs.map(({ name, contentType }) => ({ name, contentType })),
      checkpoint: row.checkpoint,
      hasCheckpointFile: row.has_checkpoint_file,
      leaseSeconds: Math.round((row.lease_until.getTime() - now.getTime()) / 1_000),
      traceparent: row.traceparent ?? undefined,
    };
  }
  return null;
}

function untilAfter(now: Date) {
  const after = (ms: number) => new Date(now.getTime() + ms);
  return { until: after(LEASE_MS), internalUntil: after(INTERNAL_LEASE_MS) };
}

/** Only the worker that holds the lease may read it. */
export async function readLeasedRequest({ db }: Pick<Deps, 'db'>, lease: Lease): Promise<unknown> {
  const leased = await findLeased(db, lease);
  if (!leased) throw new LeaseLost();
  return leased.request;
}

export type Progress = { stage?: string | undefined; progress?: number | undefined };

/** A report also serves as the heartbeat: it renews the lease. */
export async function reportProgress(deps: Deps, lease: Lease, { stage, progress }: Progress): Promise<void> {
  // Only completion reaches 1.
  const shown = progress === undefined ? undefined : Math.min(Math.max(progress, 0), 0.99);
  if (!(await renewLease(deps.db, { ...lease, ...untilAfter(deps.clock.now()), stage, progress: shown })))
    throw new LeaseLost();
}

/** A worker that shuts down gives its job back: another can take it at once, and no attempt is counted. */
export async function giveBackJob(deps: Deps, lease: Lease): Promise<void> {
  await requeueJob(deps.db, { ...lease, notBefore: deps.clock.now(), countAttempt: false });
}

/** Gives back all jobs of a worker that is gone. */
export async function giveBackJobsOf(deps: Deps, workerId: string): Promise<void> {
  for (const lease of await listLeases(deps.db, workerId)) await giveBackJob(deps, lease);
}
