import type { Answer, Caller } from '../../http/index.ts';
import { ROUTING_COSTS } from '../../money/pricing/index.ts';
import type { JobDeps, NewJob } from '../../work/jobs/index.ts';
import { enqueueVideo } from '../video/index.ts';
import { queuedAnswer, type RequestContext } from './answers.ts';
import { type MediaDeps, withMedia } from './gather-media.ts';
import { checkPayload, type PayloadDeps, quotePayload, readPayloadScript } from './quote-payload.ts';
import type { Received } from './receive-request.ts';

export type QueueVideoDeps = PayloadDeps & MediaDeps & JobDeps;

/** Renders a lip-synced video as a job. */
export async function queueVideo(
  deps: QueueVideoDeps,
  caller: Caller,
  { body, sources }: Pick<Received, 'body' | 'sources'>,
  { requestId, signal, keeper, address }: RequestContext,
): Promise<Answer> {
  const pair = checkPayload(deps, caller, body, sources);
  const script = await readPayloadScript(deps, caller, body, pair);
  return withMedia(deps, async ({ gather }) => {
    const media = await gather(caller, pair, signal);
    const quote = await quotePayload(deps, caller, body, script, media, requestId);
    return deps.db.transaction().execute(async (tx) => {
      const created = await enqueueVideo(deps, tx, { ...quote, job: routed(quote.job) }, { address });
      const answer = queuedAnswer({ ...created, kind: quote.job.kind });
      await keeper?.keep(tx, answer);
      return answer;
    });
  });
}

/** Routing credits ride on the first charge, so that they are taken and released with it. */
function routed(job: NewJob): NewJob {
  const [first, ...others] = job.charges;
  if (!first) throw new Error('a job without a charge cannot carry routing credits');
  return { ...job, charges: [{ ...first, routingCredits: ROUTING_COSTS.gpu_cluster }, ...others] };
}
