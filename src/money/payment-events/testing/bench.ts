import { createTestServer } from '../../../http/testing.ts';
import { parseConfig } from '../../../platform/config/index.ts';
import { sql } from '../../../platform/database/index.ts';
import { silentLog } from '../../../platform/log.ts';
import { currentWallet, verifyLedger } from '../../ledger/index.ts';
import { type Bench, openBench, signUp } from '../../ledger/testing/bench.ts';
import { centsOf } from '../../pricing/index.ts';
import type { Providers } from '../../providers/index.ts';
import { type PaymentEventDeps, paymentEventRoutes, verifyPayments } from '../index.ts';
import { cardEvent, deliver, fromStripe, type Reply, type Request, SETTINGS } from './deliveries.ts';

export type PaymentBench = Bench & {
  deps: PaymentEventDeps;
  /** A new account, with its address. */
  customer(plan?: string): Promise<{ id: string; email: string }>;
  send(request: Request): Promise<Reply>;
  /** Delivers an event of the card provider; `created` in seconds after the start of the test. */
  card(type: string, object: object, created?: number): Promise<Reply>;
  plan(accountId: string): Promise<string>;
  cents(accountId: string): Promise<number>;
  /** What became of the events, oldest first. */
  outcomes(): Promise<{ id: string; type: string; status: string; note: string | null }[]>;
  differences(): Promise<unknown[]>;
};

type Options = { production?: boolean; settings?: Record<string, string>; providers?: Providers };

/** The routes of payment webhooks behind the real server, with providers that the test chooses. */
export async function openPaymentBench(options: Options = {}): Promise<PaymentBench> {
  const bench = await openBench();
  const { db, clock } = bench;
  const startSeconds = clock.now().getTime() / 1_000;
  const { payments, invoicing } = parseConfig({ ...SETTINGS, ...options.settings });
  const { production = false, providers = {} } = options;
  const deps = { db, clock, log: silentLog, production, payments, invoicing, providers };
  const app = await createTestServer();
  await app.register(paymentEventRoutes(deps));
  return {
    ...bench,
    deps,
    async customer(plan) {
      const id = await signUp(bench, plan);
      return { id, email: `${id}@example.test` };
    },
    send(request) {
      // Events are listed in the order of their times.
      clock.advanceMs(1);
      return deliver(app, request);
    },
    card(type, object, created) {
      clock.advanceMs(1);
      const more = created === undefined ? {} : { created: startSeconds + created };
      return deliver(app, fromStripe(cardEvent(type, object, more), clock.now()));
    },
    async plan(accountId) {
      const { rows } = await sql<{ plan: string }>`
        SELECT plan FROM accounts WHERE id = ${accountId}::uuid`.execute(db);
      return rows[0]?.plan ?? 'none';
    },
    cents: async (accountId) => centsOf((await currentWallet(bench, accountId)).wallet_micros),
    async outcomes() {
      const { rows } = await sql<{ id: string; type: string; status: string; note: string | null }>`
        SELECT id, type, status, note FROM payment_events ORDER BY id`.execute(db);
      return rows;
    },
    differences: async () => [...(await verifyLedger(db)), ...(await verifyPayments(db))],
    async close() {
      await app.close();
      await bench.close();
    },
  };
}
