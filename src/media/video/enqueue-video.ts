import { holdAsset } from '../../library/assets/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import { adoptObject } from '../../platform/storage/index.ts';
import { type CreatedJob, createJobs, type JobDeps, refuseJob } from '../../work/jobs/index.ts';
import type { VideoQuote } from './quote-video.ts';

/** A quote whose job already has its id. */
export type NamedQuote = VideoQuote & { job: { id: string } };

/** Reserves and enqueues. A job that no worker can render is taken too, and fails at once with a full refund. */
export async function enqueueVideo(deps: JobDeps, tx: Tx, quote: VideoQuote): Promise<CreatedJob> {
  const [created] = await enqueueVideos(deps, tx, quote.job.accountId, [quote]);
  if (!created) throw new Error('the job was not created');
  await refuseIfNotOffered(deps, tx, quote, created.jobId);
  return created;
}

/** Only reserves and enqueues, all or none. */
export async function enqueueVideos(
  { clock }: Pick<JobDeps, 'clock'>,
  tx: Tx,
  accountId: string,
  quotes: readonly VideoQuote[],
): Promise<CreatedJob[]> {
  const jobs = quotes.map(({ job }) => job);
  const inputs = jobs.flatMap((job) => job.inputs);
  const assetIds = inputs.flatMap(({ assetId }) => assetId ?? []);
  for (const assetId of new Set(assetIds)) await holdAsset(tx, accountId, assetId);
  for (const { assetId, objectKey } of inputs) if (!assetId) await adoptObject(tx, objectKey);
  return createJobs({ tx, clock }, accountId, jobs);
}

/** After all jobs of a batch are committed: one by one, since together they would keep the store busy for seconds. */
export async function refuseUnoffered(deps: JobDeps, quotes: readonly NamedQuote[]): Promise<void> {
  for (const quote of quotes)
    await deps.db.transaction().execute((tx) => refuseIfNotOffered(deps, tx, quote, quote.job.id));
}

async function refuseIfNotOffered(
  deps: JobDeps,
  tx: Tx,
  { job, offered }: VideoQuote,
  jobId: string,
): Promise<void> {
  if (offered) return;
  await refuseJob(
    deps,
    tx,
    { accountId: job.accountId, jobId },
    {
      error:
        `The neural lip-sync model ${job.videoModel} is not available on this server, and no other model may replace it. ` +
        'Nothing was charged. The operator can start a worker that offers it.',
      errorCode: 'lipsync_unavailable',
    },
  );
}
