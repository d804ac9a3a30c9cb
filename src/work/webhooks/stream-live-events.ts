import { createHmac } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { Sealing } from '../../platform/sealing/index.ts';
import { createWakeup } from '../../platform/wakeup.ts';
import { readSendingRules } from '../../tenancy/settings/index.ts';
import type { HeardEvent, LiveEvents } from './live-events.ts';
import { headersOf } from './post-event.ts';

export type ListenDeps = {
  db: Db;
  clock: Clock;
  sessionSecret: string;
  sealing: Sealing;
  liveEvents: LiveEvents;
};
type Options = { matches(event: string): boolean; lastId: string | null; signal: AbortSignal };

/** Some proxies close a connection that is silent for a minute or less. */
const COMMENT_EVERY_MS = 15_000;

/**
 * Sends `ready` with the listening secret, then each event as it would be delivered now: its headers and its raw body.
 * Deliveries neither know nor wait.
 */
export async function* streamLiveEvents(
  deps: ListenDeps,
  accountId: string,
  { matches, lastId, signal }: Options,
): AsyncGenerator<string> {
  const { liveEvents } = deps;
  const wakeup = createWakeup(signal);
  let place = lastId === null ? liveEvents.last() : liveEvents.placeOf(accountId, lastId);
  const stop = liveEvents.onEvent(accountId, wakeup.wake);
  try {
    // This event has an id, so that a client that hears nothing more before its connection breaks can resume as well.
    const id = lastId ?? uuidv7(deps.clock.now().getTime());
    const secret = listeningSecret(deps.sessionSecret, accountId);
    yield `id: ${id}\nevent: ready\ndata: ${JSON.stringify({ secret })}\n\n`;
    while (!signal.aborted) {
      for (const event of liveEvents.after(accountId, place)) {
        place = event.place;
        if (matches(event.payload.event)) yield await describe(deps, event);
      }
      if ((await wakeup.wait(COMMENT_EVERY_MS)) === 'timeout') yield ': still here\n\n';
    }
  } finally {
    stop();
  }
}

async function describe(deps: ListenDeps, { id, accountId, payload }: HeardEvent): Promise<string> {
  const { secrets } = await readSendingRules(deps, accountId);
  const body = JSON.stringify(payload);
  // A receiver accepts an event if any of the signatures fits its secret.
  const signing = [listeningSecret(deps.sessionSecret, accountId), ...secrets];
  const headers = headersOf(signing, { id, body, sentAt: deps.clock.now() });
  const data = { event: payload.event, headers, body };
  return `id: ${id}\nevent: webhook\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The same each time, so that a developer configures it once. Deliveries are never signed with it. */
function listeningSecret(sessionSecret: string, accountId: string): string {
  const key = createHmac('sha256', sessionSecret).update(`webhook-listening\n${accountId}`);
  return `whsec_${key.digest('base64')}`;
}
