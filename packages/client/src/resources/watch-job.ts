import type { Api } from '../core/api.ts';
import { ConnectionError, TimeoutError } from '../core/base-errors.ts';
import { ApiError } from '../core/errors.ts';
import type { RequestOptions } from '../core/options.ts';
import { backoffMs } from '../core/retries.ts';
import { readEvents } from '../core/server-sent-events.ts';
import type { Job } from '../generated/operations.ts';

const EVENTS = 'GET /api/v1/jobs/{id}/events';
/** The service sends something every 15 seconds. After this long the connection is dead. */
const SILENCE_MS = 45_000;
/** After as many streams without an event, something between here and the service does not let them through. */
const MOST_FRUITLESS_STREAMS = 3;

export function isFinished({ status }: Pick<Job, 'status'>): boolean {
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
  const silent = new AbortController();
  const giveUp = () => silent.abort(new TimeoutError(SILENCE_MS));
  let timer = setTimeout(giveUp, SILENCE_MS);
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, SILENCE_MS);
  };
  const signal = AbortSignal.any([silent.signal, ...(options.signal ? [options.signal] : [])]);
  const headers = { ...options.headers, ...(after !== null && { 'last-event-id': after }) };
  try {
    const response = await api.raw(EVENTS, { path: { id } }, { ...options, headers, signal, maxRetries: 0 });
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      // Unread, it would keep its connection.
      await response.body?.cancel();
      return;
    }
    for await (const event of readEvents(response.body ?? new Blob([]).stream(), heard))
      yield { id: event.id, job: JSON.parse(event.data) as Job };
  } finally {
    clearTimeout(timer);
  }
}

/** 429: too many streams are open. 503: the node is about to stop. */
function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  return error instanceof ApiError && (error.status === 429 || error.status >= 500);
}
