import { holdAsset } from '../../library/assets/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import { adoptObject } from '../../platform/storage/index.ts';
import { type CreatedJob, createJobs, type JobDeps, refuseJob } from '../../work/jobs/index.ts';
import { lipsyncMissing } from './lipsync-missing.ts';
import type { VideoOrder } from './order-video.ts';

/** An order whose job has its id already. */
export type NamedOrder = VideoOrder & { job: { id: string } };

/** Reserves and enqueues. What no worker can render is taken too, and fails at once with everything given back. */
export async function takeVideoJob(deps: JobDeps, tx: Tx, order: VideoOrder): Promise<CreatedJob> {
  const [created] = await createVideoJobs(deps, tx, order.job.accountId, [order]);
  if (!created) throw new Error('the job was not created');
  await refuseIfNotOffered(deps, tx, order, created);
  return created;
}

/** After all jobs of a batch are committed: one by one, since together they would keep the store busy for seconds. */
export async function refuseUnoffered(deps: JobDeps, orders: readonly NamedOrder[]): Promise<void> {
  for (const order of orders)
    await deps.db.transaction().execute((tx) => refuseIfNotOffered(deps, tx, order, { jobId: order.job.id }));
}

/** Only reserves and enqueues, all or none. */
export async function createVideoJobs(
  { clock }: Pick<JobDeps, 'clock'>,
  tx: Tx,
  accountId: string,
  orders: readonly VideoOrder[],
): Promise<CreatedJob[]> {
  const jobs = orders.map(({ job }) => job);
  const inputs = jobs.flatMap((job) => job.inputs);
  const assetIds = inputs.flatMap(({ assetId }) => assetId ?? []);
  for (const assetId of new Set(assetIds)) await holdAsset(tx, accountId, assetId);
  for (const { assetId, objectKey } of inputs) if (!assetId) await adoptObject(tx, objectKey);
  return createJobs({ tx, clock }, accountId, jobs);
}

async function refuseIfNotOffered(
  deps: JobDeps,
  tx: Tx,
  { job, offered }: VideoOrder,
  { jobId }: Pick<CreatedJob, 'jobId'>,
): Promise<void> {
  if (!offered) await refuseJob(deps, tx, { ...job, jobId }, lipsyncMissing(job.videoModel ?? ''));
}
