import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { forgetOutputs, markCleaned, selectToClean, selectToForget } from './queries/clean.ts';

type Deps = { db: Db; clock: Clock; storage: Storage };

/** A worker that lost its lease may still be uploading. */
const SETTLED_AFTER_MS = 15 * 60_000;
const OUTPUTS_KEPT_MS = 30 * 24 * 3_600_000;
const BATCH = 50;

/** Removes what lost leases wrote and what came with the request; the output of the lease that won stays. */
export async function cleanUpJobs({ db, clock, storage }: Deps): Promise<number> {
  const now = clock.now();
  const ended = await selectToClean(db, new Date(now.getTime() - SETTLED_AFTER_MS), BATCH);
  for (const { id, outputs_of, upload_keys } of ended) {
    for await (const key of storage.list(`jobs/${id}/`))
      if (outputs_of === null || !key.startsWith(`jobs/${id}/${outputs_of}/`)) await storage.delete(key);
    for (const key of upload_keys) await storage.delete(key);
    await markCleaned(db, id, now);
  }
  return ended.length;
}

export async function dropOldOutputs({ db, clock, storage }: Deps): Promise<number> {
  const old = await selectToForget(db, new Date(clock.now().getTime() - OUTPUTS_KEPT_MS), BATCH);
  for (const { id } of old) {
    for await (const key of storage.list(`jobs/${id}/`)) await storage.delete(key);
    await forgetOutputs(db, id);
  }
  return old.length;
}
