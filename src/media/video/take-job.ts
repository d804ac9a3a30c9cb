import { adoptObject, holdAsset } from '../../library/assets/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import { type CreatedJob, createJob, type JobDeps, type NewJob, refuseJob } from '../../work/jobs/index.ts';
import { lipsyncMissing } from './lipsync-missing.ts';
import type { VideoOrder } from './order-video.ts';

/** Reserves and enqueues. What no worker can render is taken too, and fails at once with everything given back. */
export async function takeVideoJob(deps: JobDeps, tx: Tx, order: VideoOrder): Promise<CreatedJob> {
  const created = await createVideoJob(deps, tx, order.job);
  await refuseIfNotOffered(deps, tx, order, created);
  return created;
}

/** All or none. Refused only when all are there: a batch ends when none of its jobs is unfinished. */
export async function takeVideoJobs(
  deps: JobDeps,
  tx: Tx,
  orders: readonly VideoOrder[],
): Promise<CreatedJob[]> {
  const taken: { order: VideoOrder; created: CreatedJob }[] = [];
  for (const order of orders) taken.push({ order, created: await createVideoJob(deps, tx, order.job) });
  for (const { order, created } of taken) await refuseIfNotOffered(deps, tx, order, created);
  return taken.map(({ created }) => created);
}

async function createVideoJob({ clock }: JobDeps, tx: Tx, job: NewJob): Promise<CreatedJob> {
  for (const { assetId, objectKey } of job.inputs)
    await (assetId ? holdAsset(tx, job.accountId, assetId) : adoptObject(tx, objectKey));
  return createJob({ tx, clock }, job);
}

async function refuseIfNotOffered(
  deps: JobDeps,
  tx: Tx,
  { job, offered }: VideoOrder,
  { jobId }: CreatedJob,
): Promise<void> {
  if (!offered) await refuseJob(deps, tx, { ...job, jobId }, lipsyncMissing(job.videoModel ?? ''));
}
