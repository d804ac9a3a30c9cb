import type { Queue } from '../../platform/queue/index.ts';
import { type DeliverDeps, deliverEvent } from './deliver-event.ts';
import { type Attempt, deliverJob } from './jobs.ts';

/** On one node. Three accounts with nothing but dead receivers may hold all of them, for half a minute at a time. */
const CONCURRENCY = 12;

export type WebhookDeps = DeliverDeps & { queue: Pick<Queue, 'register' | 'send'> };

export function registerWebhooks(deps: WebhookDeps): void {
  const deliver = { deliver: (attempt: Attempt) => deliverEvent(deps, attempt) };
  deps.queue.register(deliverJob, deliver, { concurrency: CONCURRENCY });
}
