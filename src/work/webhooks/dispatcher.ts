import type { Queue } from '../../platform/queue/index.ts';
import { claimAttempt } from './claim-attempt.ts';
import { type DeliverDeps, deliverEvent } from './deliver-event.ts';
import { NodeStopping } from './errors.ts';
import { type Attempt, deliverJob } from './jobs.ts';
import type { ClaimedDelivery } from './queries/attempts.ts';

/** Of one node. Accounts are limited on their own, so that no one of them holds all. */
const MAX_IN_FLIGHT = 16;

export type WebhookDeps = DeliverDeps & { queue: Pick<Queue, 'register' | 'send'> };

export type Dispatcher = {
  /** Begins nothing more and waits for what is under way; to be called while the queue still takes retries. */
  close(): Promise<void>;
};

/**
 * A queued job ends with the claim: from there on the row stands for the attempt, and many visits need no more than
 * one worker that asks the database for jobs.
 */
export function createDispatcher(deps: WebhookDeps): Dispatcher {
  const inFlight = new Set<Promise<void>>();
  let stopping = false;

  async function begin(attempt: Attempt): Promise<void> {
    while (inFlight.size >= MAX_IN_FLIGHT) await Promise.race(inFlight);
    if (stopping) throw new NodeStopping();
    const claim = claimAttempt(deps, attempt);
    // A claim that fails is the job's failure, not a visit's.
    const visit = claim.then(visitReceiver, () => undefined).finally(() => inFlight.delete(visit));
    inFlight.add(visit);
    await claim;
  }

  async function visitReceiver(delivery: ClaimedDelivery | null): Promise<void> {
    if (!delivery) return;
    try {
      await deliverEvent(deps, delivery);
    } catch (err) {
      // The sweep ends it as interrupted.
      deps.log.error({ err, deliveryId: delivery.id }, 'a webhook was lost sight of');
    }
  }

  deps.queue.register(deliverJob, { begin });
  return {
    async close() {
      stopping = true;
      await Promise.all(inFlight);
    },
  };
}
