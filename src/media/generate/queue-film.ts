import type { Answer, Caller } from '../../http/index.ts';
import { ROUTING_COSTS } from '../../money/pricing/index.ts';
import type { JobDeps, NewJob } from '../../work/jobs/index.ts';
import { enqueueVideo } from '../video/index.ts';
import { queuedAnswer } from './answers.ts';
import type { Delivery } from './delivery.ts';
import { type GatherDeps, withArrivals } from './gather-media.ts';
import { type FilmDeps, orderFilm } from './order-film.ts';
import type { GenerateRequest } from './schemas.ts';
import { castOf, type Source } from './sources.ts';

export type QueueFilmDeps = FilmDeps & GatherDeps & JobDeps;

/** A lip-synced film, as a job. */
export function queueFilm(
  deps: QueueFilmDeps,
  caller: Caller,
  { body, sources }: { body: GenerateRequest; sources: readonly Source[] },
  { requestId, signal, receipt }: Delivery,
): Promise<Answer> {
  const cast = castOf(body, sources);
  return withArrivals(deps, async ({ gather }) => {
    const media = await gather(caller, cast, signal);
    const order = await orderFilm(deps, caller, body, media, requestId);
    return deps.db.transaction().execute(async (tx) => {
      const answer = queuedAnswer(await enqueueVideo(deps, tx, { ...order, job: routed(order.job) }));
      await receipt?.keep(tx, answer);
      return answer;
    });
  });
}

/** On the first charge, so that they are taken and given back with it. */
export function routed(job: NewJob): NewJob {
  const [first, ...others] = job.orders;
  if (!first) throw new Error('a job without a charge cannot carry routing credits');
  return { ...job, orders: [{ ...first, routingCredits: ROUTING_COSTS.gpu_cluster }, ...others] };
}
