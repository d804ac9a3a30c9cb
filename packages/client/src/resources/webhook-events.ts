import type { Api, Query } from '../core/api.ts';
import { ApiError } from '../core/errors.ts';
import { openEvents } from '../core/open-events.ts';
import type { RequestOptions } from '../core/options.ts';
import { backoffMs, isPassing } from '../core/retries.ts';

const EVENTS = 'GET /api/v1/webhook-events';

/** An event as its delivery would be sent now. */
export type LiveWebhook = {
  /** The same for all deliveries of an event. */
  id: string;
  event: string;
  headers: Record<string, string>;
  /** This must be the body as it was signed, byte for byte. */
  body: string;
};

export type ListenOptions = RequestOptions & {
  /** The stream calls this on each connection, with the secret that signs what it sends. */
  onReady?: (secret: string) => void;
};

export function webhookEvents(api: Api) {
  return {
    /** The webhook events of the account, as they happen. Goes on until the signal is aborted or the loop is left. */
    listen: (query: Query<typeof EVENTS> = {}, options: ListenOptions = {}) => listen(api, query, options),
  };
}

async function* listen(
  api: Api,
  query: Query<typeof EVENTS>,
  { onReady, ...options }: ListenOptions,
): AsyncGenerator<LiveWebhook, void, undefined> {
  const { log, sleep } = api.settings;
  const open = (using: RequestOptions) => api.raw(EVENTS, { query }, using);
  let lastId: string | null = null;
  for (let attempt = 0; ; attempt += 1) {
    let askedMs: number | null = null;
    try {
      for await (const { id, event, data } of openEvents(open, lastId, options)) {
        attempt = 0;
        const content = JSON.parse(data);
        if (event === 'ready') onReady?.(content.secret);
        if (event === 'webhook' && id !== null) yield { id, ...content };
        lastId = id ?? lastId;
      }
    } catch (error) {
      if (options.signal?.aborted || !isPassing(error)) throw error;
      if (error instanceof ApiError) askedMs = error.retryAfterMs;
      log.info('the webhook events cannot be followed at the moment; connecting again', error);
    }
    await sleep(askedMs ?? backoffMs(attempt, { firstMs: 500, longestMs: 10_000 }), options.signal);
  }
}
