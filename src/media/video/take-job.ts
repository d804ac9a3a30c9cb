import { holdAsset } from '../../library/assets/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import { adoptObject } from '../../platform/storage/index.ts';
import { type CreatedJob, createJobs, type JobDeps } from '../../work/jobs/index.ts';
import type { VideoOrder } from './order-video.ts';

/** An order whose job has its id already. */
export type NamedOrder = VideoOrder & { job: { id: string } };

export async function takeVideoJob(deps: JobDeps, tx: Tx, order: VideoOrder): Promise<CreatedJob> {
  const [created] = await createVideoJobs(deps, tx, order.job.accountId, [order]);
  if (!created) throw new Error('the job was not created');
  return created;
}

/** Reserves and enqueues all or none. A job that no worker can render is created failed. */
export async function createVideoJobs(
  deps: JobDeps,
  tx: Tx,
  accountId: string,
  orders: readonly VideoOrder[],
): Promise<CreatedJob[]> {
  const jobs = orders.map(({ job }) => job);
  const inputs = jobs.flatMap((job) => job.inputs);
  const assetIds = inputs.flatMap(({ assetId }) => assetId ?? []);
  for (const assetId of new Set(assetIds)) await holdAsset(tx, accountId, assetId);
  for (const { assetId, objectKey } of inputs) if (!assetId) await adoptObject(tx, objectKey);
  return createJobs(deps, tx, accountId, jobs);
}
