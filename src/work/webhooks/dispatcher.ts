import type { Database } from '../../platform/database/index.ts';
import { createWakeup } from '../../platform/wakeup.ts';
import { type DeliverDeps, deliverEvent } from './deliver-event.ts';
import { type ClaimedDelivery, claimDue, DUE_CHANNEL } from './queries/attempts.ts';

/** Finds retries that became due, and events whose notification was lost. */
const POLL_MS = 2_000;

export type WebhookDeps = DeliverDeps & {
  database: Pick<Database, 'listen'>;
  /** While it is on, due deliveries wait. */
  hold?: { isHeld(): boolean };
};

export type Dispatcher = {
  /** False after `close`, and while due deliveries cannot be read. */
  running(): boolean;
  /** Claims nothing more and waits for the attempts under way. */
  close(): Promise<void>;
};

/** Sends due deliveries on this node. Every node runs one: a delivery belongs to the node that claims it. */
export async function startDispatcher(deps: WebhookDeps): Promise<Dispatcher> {
  const stopping = new AbortController();
  const wakeup = createWakeup(stopping.signal);
  const inFlight = new Set<Promise<void>>();
  let reading = true;
  const unlisten = await deps.database.listen(DUE_CHANNEL, wakeup.wake);
  const loop = run();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await startDue();
        reading = true;
      } catch (err) {
        reading = false;
        deps.log.warn({ err }, 'due webhooks cannot be read; trying again');
      }
      await wakeup.wait(POLL_MS);
    }
  }

  async function startDue(): Promise<void> {
    const free = deps.rules.perNode - inFlight.size;
    if (free <= 0 || deps.hold?.isHeld()) return;
    for (const delivery of await claimDue(deps.db, { ...deps.rules, free, now: deps.clock.now() })) {
      const attempt = send(delivery).finally(() => {
        inFlight.delete(attempt);
        wakeup.wake();
      });
      inFlight.add(attempt);
    }
  }

  async function send(delivery: ClaimedDelivery): Promise<void> {
    try {
      await deliverEvent(deps, delivery);
    } catch (err) {
      // The sweep closes it as interrupted.
      deps.log.error({ err, deliveryId: delivery.id }, 'the outcome of a webhook could not be recorded');
    }
  }

  return {
    running: () => reading && !stopping.signal.aborted,
    async close() {
      if (stopping.signal.aborted) return;
      stopping.abort();
      await loop;
      await unlisten().catch((err) => deps.log.warn({ err }, 'the webhook channel was not left cleanly'));
      await Promise.all(inFlight);
    },
  };
}
