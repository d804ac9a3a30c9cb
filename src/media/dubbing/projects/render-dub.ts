import type { Caller } from '../../../http/index.ts';
import { refuseTakenDown } from '../../../library/voices/index.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import type { OutboundPolicy } from '../../../platform/safe-fetch/index.ts';
import { createJob, type JobDeps, readJob } from '../../../work/jobs/index.ts';
import { checkWebhookUrl } from '../../../work/webhooks/index.ts';
import { countTranslation } from './count-translation.ts';
import { needsOf, type PossibleDeps } from './create-dub.ts';
import { isChanged } from './describe-dub.ts';
import { type DubRow, renderingOf } from './dub.ts';
import { NothingChanged, RenderRunning } from './errors.ts';
import { updateRendering } from './queries.ts';
import { type QuoteDeps, quoteDub } from './quote-dub.ts';
import { readDub } from './read-dubs.ts';

export type RenderDeps = JobDeps & QuoteDeps & PossibleDeps & { outbound: OutboundPolicy };

type Order = {
  id: string;
  webhookUrl: string | undefined;
  requestId: string;
  /** Called in the transaction that creates the job. */
  commit(tx: Tx, dub: DubRow): Promise<void>;
};

/** Makes the dub again as it is now. Only what was not made before is charged. */
export async function renderDub(
  deps: RenderDeps,
  caller: Caller,
  { id, webhookUrl: given, requestId, commit }: Order,
): Promise<void> {
  const { accountId } = caller;
  const webhookUrl = checkWebhookUrl(given, deps.outbound);
  // Repeats only when the dub was changed while its price was worked out.
  for (;;) {
    const dub = await readRenderable(deps.db, accountId, id);
    const needs = await needsOf(deps, dub);
    const { job, customVoiceIds } = await quoteDub(deps, caller, dub, { requestId, webhookUrl, needs });
    const created = await deps.db.transaction().execute(async (tx) => {
      const locked = await readDub(tx, accountId, id, 'update');
      if (locked.version !== dub.version || locked.job_id !== dub.job_id) return false;
      await countTranslation({ db: tx, clock: deps.clock }, caller, job);
      const { jobId } = await createJob(deps, tx, job);
      const rendered = { ...dub, job_id: jobId, rendering: renderingOf(dub) };
      await updateRendering(tx, rendered, deps.clock.now());
      await refuseTakenDown(tx, accountId, customVoiceIds);
      await commit(tx, rendered);
      return true;
    });
    if (created) return;
  }
}

export async function readRenderable(db: Db, accountId: string, id: string): Promise<DubRow> {
  const dub = await readDub(db, accountId, id);
  const { status, outputs } = await readJob(db, accountId, dub.job_id);
  if (status === 'queued' || status === 'processing') throw new RenderRunning();
  // An output that has expired is made again.
  if (status === 'completed' && outputs !== null && !isChanged(dub)) throw new NothingChanged();
  return dub;
}
