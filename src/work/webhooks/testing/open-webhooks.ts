import { ManualClock, systemClock } from '../../../platform/clock.ts';
import { sql } from '../../../platform/database/index.ts';
import { openTestDatabase } from '../../../platform/database/testing.ts';
import { uuidv7 } from '../../../platform/ids.ts';
import { silentLog } from '../../../platform/log.ts';
import { createQueue, type Queue } from '../../../platform/queue/index.ts';
import { createAccount } from '../../../tenancy/accounts/index.ts';
import { announceEvent } from '../announce-event.ts';
import { claimAttempt } from '../claim-attempt.ts';
import { type DeliverDeps, deliverEvent } from '../deliver-event.ts';
import type { EventPayload } from '../events.ts';
import { type Attempt, deliverJob } from '../jobs.ts';
import { selectDeliveries } from '../queries/deliveries.ts';
import { DELIVERY_RULES } from '../rules.ts';
import { openReceiver } from './receiver.ts';
import { announcementOf } from './sample-events.ts';

type Sent = Attempt & { delaySeconds: number };
type Settings = { url?: string; retries?: boolean };

export type TestWebhooks = Awaited<ReturnType<typeof openWebhooks>>;

/** The slice on a database of its own, with a receiver. Attempts are queued for real, but made when the test says so. */
export async function openWebhooks() {
  const database = await openTestDatabase();
  const { db } = database;
  const clock = new ManualClock();
  const receiver = await openReceiver();
  const queued: Sent[] = [];
  const real = createQueue({ database, log: silentLog, clock: systemClock });
  real.declare(deliverJob);
  await real.start();
  const queue: Pick<Queue, 'send'> = {
    async send(tx, job, payload, options) {
      const id = await real.send(tx, job, payload, options);
      queued.push({ ...(payload as Attempt), delaySeconds: options?.delaySeconds ?? 0 });
      return id;
    },
  };
  const deps: DeliverDeps = {
    db,
    clock,
    queue,
    log: silentLog,
    outbound: { allow: [receiver.place], requireHttps: false },
    rules: DELIVERY_RULES,
    sessionSecret: 'a session secret that is used by tests only',
  };

  async function attempt(one: Attempt, use: DeliverDeps = deps): Promise<void> {
    const claimed = await claimAttempt(use, one);
    if (claimed) await deliverEvent(use, claimed);
  }

  return {
    attempt,
    db,
    clock,
    queue,
    deps,
    receiver,
    queued,
    async openAccount(settings: Settings = {}): Promise<string> {
      const input = { email: `${uuidv7()}@example.com`, passwordHash: null };
      const accountOpened = async () => undefined;
      const { account } = await db
        .transaction()
        .execute((tx) => createAccount({ tx, clock, accountOpened }, input));
      await sql`UPDATE accounts SET webhook_url = ${settings.url ?? null},
        webhook_retries = ${settings.retries ?? false} WHERE id = ${account.id}`.execute(db);
      return account.id;
    },
    announce: (accountId: string, payload: EventPayload, url: string | null = null) =>
      db
        .transaction()
        .execute((tx) => announceEvent({ tx, queue, clock }, announcementOf(accountId, payload, url))),
    /** Makes the attempts that are queued, and those that they queue, whenever they are due. */
    async drain(use: DeliverDeps = deps): Promise<void> {
      for (let next = queued.shift(); next; next = queued.shift()) {
        clock.advanceMs(next.delaySeconds * 1_000);
        await attempt(next, use);
      }
    },
    log: (accountId: string) => selectDeliveries(db, accountId, {}, { limit: 100, before: null }),
    async close(): Promise<void> {
      await real.stop();
      await receiver.close();
      await database.close();
    },
  };
}
