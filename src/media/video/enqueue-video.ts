import { holdAsset } from '../../library/assets/index.ts';
import { refuseTakenDown } from '../../library/voices/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import { adoptObject } from '../../platform/storage/index.ts';
import { type CreatedJob, createJobs, type JobDeps } from '../../work/jobs/index.ts';
import type { VideoQuote } from './quote-video.ts';

/** A quote whose job already has its id. */
export type NamedQuote = VideoQuote & { job: { id: string } };

export async function enqueueVideo(deps: JobDeps, tx: Tx, quote: VideoQuote): Promise<CreatedJob> {
  const [created] = await enqueueVideos(deps, tx, quote.job.accountId, [quote]);
  if (!created) throw new Error('the job was not created');
  return created;
}

/** Reserves and enqueues all or none. A job that no worker can render is created failed, with everything released. */
export async function enqueueVideos(
  deps: JobDeps,
  tx: Tx,
  accountId: string,
  quotes: readonly VideoQuote[],
): Promise<CreatedJob[]> {
  const jobs = quotes.map(({ job }) => job);
  const inputs = jobs.flatMap((job) => job.inputs);
  const assetIds = inputs.flatMap(({ assetId }) => assetId ?? []);
  for (const assetId of new Set(assetIds)) await holdAsset(tx, accountId, assetId);
  for (const { assetId, objectKey } of inputs) if (!assetId) await adoptObject(tx, objectKey);
  const created = await createJobs(deps, tx, accountId, jobs);
  await refuseTakenDown(
    tx,
    accountId,
    quotes.flatMap(({ customVoiceId }) => customVoiceId ?? []),
  );
  return created;
}
