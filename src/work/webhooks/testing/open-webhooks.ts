import { ManualClock } from '../../../platform/clock.ts';
import { sql } from '../../../platform/database/index.ts';
import { openTestDatabase } from '../../../platform/database/testing.ts';
import { uuidv7 } from '../../../platform/ids.ts';
import { testSealing } from '../../../platform/sealing/testing.ts';
import { testLog } from '../../../platform/testing/test-log.ts';
import { createAccount } from '../../../tenancy/accounts/index.ts';
import { announceEvents } from '../announce-event.ts';
import { type DeliverDeps, deliverEvent } from '../deliver-event.ts';
import type { EventPayload } from '../events.ts';
import { claimDue } from '../queries/attempts.ts';
import { selectDeliveries } from '../queries/deliveries.ts';
import { DELIVERY_RULES } from '../rules.ts';
import { openReceiver } from './receiver.ts';
import { announcementOf } from './sample-events.ts';

type Settings = { url?: string; retries?: boolean };

export type TestWebhooks = Awaited<ReturnType<typeof openWebhooks>>;

/** The slice on a database of its own, with a receiver. Due deliveries are sent when the test says so. */
export async function openWebhooks() {
  const database = await openTestDatabase();
  const { db } = database;
  const clock = new ManualClock();
  const receiver = await openReceiver();
  const deps: DeliverDeps = {
    db,
    clock,
    log: testLog,
    outbound: { allow: [receiver.place], requireHttps: false },
    // A busy machine may stall while a receiver holds its response.
    rules: { ...DELIVERY_RULES, timeoutMs: () => 600_000 },
    sealing: testSealing,
  };

  /** Claims what is due and sends it. Answers how many there were. */
  async function sendDue(use: DeliverDeps = deps): Promise<number> {
    const claimed = await claimDue(use.db, { ...use.rules, free: use.rules.perNode, now: clock.now() });
    await Promise.all(claimed.map((delivery) => deliverEvent(use, delivery)));
    return claimed.length;
  }

  async function nextDueAt(): Promise<Date | null> {
    const { rows } = await sql<{ due_at: Date | null }>`
      SELECT min(due_at) AS due_at FROM webhook_deliveries WHERE status = 'pending'`.execute(db);
    return rows[0]?.due_at ?? null;
  }

  return {
    sendDue,
    database,
    db,
    clock,
    deps,
    receiver,
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
        .execute((tx) => announceEvents({ tx, clock }, accountId, [announcementOf(payload, url)])),
    /** Sends everything, retries included, moving the clock on to whatever is due next. */
    async drain(use: DeliverDeps = deps): Promise<void> {
      for (;;) {
        if ((await sendDue(use)) > 0) continue;
        const next = await nextDueAt();
        if (next === null || next <= clock.now()) return;
        clock.advanceMs(next.getTime() - clock.now().getTime());
      }
    },
    log: (accountId: string) => selectDeliveries(db, accountId, {}, { limit: 100, before: null }),
    async close(): Promise<void> {
      await receiver.close();
      await database.close();
    },
  };
}
