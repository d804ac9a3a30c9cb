import type { Db } from '../../platform/database/index.ts';
import type { Queue } from '../../platform/queue/index.ts';
import { deliverJob } from './jobs.ts';
import { unpark } from './queries/attempts.ts';
import type { DeliveryRules } from './rules.ts';

export type WakeDeps = { db: Db; queue: Pick<Queue, 'send'>; rules: DeliveryRules };

/** Queues as many parked deliveries as the account has room for, behind what others have queued already. */
export async function wakeWaiting(deps: WakeDeps, accountId: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    for (const { id, attempts } of await unpark(tx, accountId, deps.rules)) {
      await deps.queue.send(tx, deliverJob, { accountId, deliveryId: id, attempt: attempts + 1 });
    }
  });
}
