import { holdAsset } from '../../library/assets/index.ts';
import { recordConsent } from '../../library/consents/index.ts';
import { refuseTakenDown } from '../../library/voices/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import { uuidWithin } from '../../platform/ids.ts';
import { adoptObject } from '../../platform/storage/index.ts';
import { type CreatedJob, createJobs, type JobDeps } from '../../work/jobs/index.ts';
import type { VideoQuote } from './quote-video.ts';

/** A quote whose job already has its id. */
export type NamedQuote = VideoQuote & { job: { id: string } };

/** `address` is where the request came from, for records of consent. */
type From = { address: string };

export async function enqueueVideo(
  deps: JobDeps,
  tx: Tx,
  quote: VideoQuote,
  from: From,
): Promise<CreatedJob> {
  const [created] = await enqueueVideos(deps, tx, quote.job.accountId, [quote], from);
  if (!created) throw new Error('the job was not created');
  return created;
}

/** Reserves and enqueues all or none. A job that no worker can render is created failed, with everything released. */
export async function enqueueVideos(
  deps: JobDeps,
  tx: Tx,
  accountId: string,
  quotes: readonly VideoQuote[],
  { address }: From,
): Promise<CreatedJob[]> {
  const jobs = quotes.map(({ job }) => job);
  const inputs = jobs.flatMap((job) => job.inputs);
  const assetIds = inputs.flatMap(({ assetId }) => assetId ?? []);
  for (const assetId of new Set(assetIds)) await holdAsset(tx, accountId, assetId);
  for (const { assetId, objectKey } of inputs) if (!assetId) await adoptObject(tx, objectKey);
  const created = await createJobs(deps, tx, accountId, jobs);
  for (const [index, { jobId }] of created.entries()) {
    const hash = quotes[index]?.consentedFaceHash;
    if (!hash) continue;
    const given = { subject: uuidWithin(jobId), address, sampleHashes: [hash] };
    await recordConsent(deps, tx, { accountId, purpose: 'face', ...given });
  }
  await refuseTakenDown(
    tx,
    accountId,
    quotes.flatMap(({ customVoiceId }) => customVoiceId ?? []),
  );
  return created;
}
