import { adoptObject, holdAsset } from '../../library/assets/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import { createJob, type JobDeps, refuseJob } from '../../work/jobs/index.ts';
import { lipsyncMissing } from './lipsync-missing.ts';
import type { VideoOrder } from './order-video.ts';

/** Reserves and enqueues. What no worker can render is taken too, and fails at once with everything given back. */
export async function takeVideoJob(
  deps: JobDeps,
  tx: Tx,
  { job, offered }: VideoOrder,
): Promise<{ jobId: string; credits: number }> {
  for (const { assetId, objectKey } of job.inputs)
    await (assetId ? holdAsset(tx, job.accountId, assetId) : adoptObject(tx, objectKey));
  const created = await createJob({ tx, clock: deps.clock }, job);
  if (!offered)
    await refuseJob(deps, tx, { ...job, jobId: created.jobId }, lipsyncMissing(job.videoModel ?? ''));
  return created;
}
