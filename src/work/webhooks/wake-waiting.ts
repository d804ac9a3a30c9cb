import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Queue } from '../../platform/queue/index.ts';
import { deliverJob } from './jobs.ts';
import { selectWaiting } from './queries/attempts.ts';
import type { DeliveryRules } from './rules.ts';

export type WakeDeps = { db: Db; queue: Pick<Queue, 'send'>; clock: Clock; rules: DeliveryRules };

/** Queues as many deliveries as the account has room for, behind those of others that are queued already. */
export async function wakeWaiting(deps: WakeDeps, accountId: string): Promise<void> {
  const waiting = await selectWaiting(deps.db, accountId, { ...deps.rules, now: deps.clock.now() });
  for (const { id, attempts } of waiting) {
    await deps.queue.send(deps.db, deliverJob, { accountId, deliveryId: id, attempt: attempts + 1 });
  }
}
