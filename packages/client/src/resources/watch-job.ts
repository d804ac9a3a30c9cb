import type { Api } from '../core/api.ts';
import { ApiError } from '../core/errors.ts';
import { openEvents } from '../core/open-events.ts';
import type { RequestOptions } from '../core/options.ts';
import { backoffMs, isPassing } from '../core/retries.ts';
import type { Job } from '../generated/operations.ts';

const EVENTS = 'GET /api/v1/jobs/{id}/events';
/** After as many streams without an event, something between here and the service does not let them through. */
const MOST_FRUITLESS_STREAMS = 3;

function isFinished({ status }: Pick<Job, 'status'>): boolean {
  return status === 'completed' || status === 'failed' || status === 'canceled';
}

/** The job whenever it changes, until it has ended. Follows its event stream; polls where that is not possible. */
export async function* watchJob(
  api: Api,
  id: string,
  options: RequestOptions,
): AsyncGenerator<Job, void, undefined> {
  const { log, sleep } = api.settings;
  let lastEventId: string | null = null;
  let fruitless = 0;
  for (let attempt = 0; ; attempt += 1) {
    let askedMs: number | null = null;
    if (fruitless < MOST_FRUITLESS_STREAMS) {
      fruitless += 1;
      try {
        for await (const event of streamOnce(api, id, lastEventId, options)) {
          lastEventId = event.id;
          [fruitless, attempt] = [0, 0];
          yield event.job;
          if (isFinished(event.job)) return;
        }
      } catch (error) {
        if (!isPassing(error)) throw error;
        if (error instanceof ApiError) askedMs = error.retryAfterMs;
        log.info(`the events of ${id} cannot be followed at the moment; polling`, error);
      }
    }
    const job = await api.json('GET /api/v1/jobs/{id}', { path: { id } }, options);
    yield job;
    if (isFinished(job)) return;
    await sleep(askedMs ?? backoffMs(attempt, { firstMs: 1_000, longestMs: 10_000 }), options.signal);
  }
}

type JobEvent = { id: string | null; job: Job };

async function* streamOnce(
  api: Api,
  id: string,
  after: string | null,
  options: RequestOptions,
): AsyncGenerator<JobEvent, void, undefined> {
  const open = (using: RequestOptions) => api.raw(EVENTS, { path: { id } }, using);
  for await (const event of openEvents(open, after, options))
    yield { id: event.id, job: JSON.parse(event.data) as Job };
}
