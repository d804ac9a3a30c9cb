import { countHeldPayments } from '../money/payment-events/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/index.ts';
import type { Backlog } from '../site/metrics/index.ts';
import { jobsInQueue } from '../work/jobs/index.ts';
import { countDueDeliveries } from '../work/webhooks/index.ts';

/** What waits to be done, for the metrics. */
export async function readBacklog({ db, clock }: { db: Db; clock: Clock }): Promise<Backlog> {
  const now = clock.now();
  return {
    jobs: await jobsInQueue(db, now),
    dueWebhooks: await countDueDeliveries(db, now),
    heldPayments: await countHeldPayments(db),
  };
}
