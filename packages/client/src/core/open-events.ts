import { TimeoutError } from '../base-errors.ts';
import type { RequestOptions } from './options.ts';
import { readEvents, type ServerSentEvent } from './server-sent-events.ts';

/** The service sends something every 15 seconds. After this long the connection is dead. */
const SILENCE_MS = 45_000;

/** The events of one connection. `after` is the id of the last event that was received. */
export async function* openEvents(
  open: (options: RequestOptions) => Promise<Response>,
  after: string | null,
  options: RequestOptions,
): AsyncGenerator<ServerSentEvent, void, undefined> {
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
    const response = await open({ ...options, headers, signal, maxRetries: 0 });
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      // Unread, it would keep its connection.
      await response.body?.cancel();
      return;
    }
    for await (const event of readEvents(response.body ?? new Blob([]).stream(), heard)) {
      // The key or session has ended, so the next request is refused, and says why.
      if (event.event === 'error') return;
      yield event;
    }
  } finally {
    clearTimeout(timer);
  }
}
