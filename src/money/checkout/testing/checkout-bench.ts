import { parseConfig } from '../../../platform/config/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import { silentLog } from '../../../platform/log.ts';
import { openRouteBench, type RouteBench } from '../../ledger/testing/app.ts';
import { openProviders } from '../../providers/index.ts';
import { type FakeStripe, openFakeStripe } from '../../providers/stripe/testing/fake-stripe.ts';
import { linkCustomer, saveSubscription } from '../../subscriptions/index.ts';
import { type CheckoutDeps, checkoutRoutes } from '../index.ts';

export type CheckoutBench = RouteBench & {
  deps: CheckoutDeps;
  stripe: FakeStripe;
  /** Stores what the webhook stores after the customer has paid: the customer and the subscription. */
  subscribe(accountId: string, plan: string): Promise<{ id: string; customer: string }>;
  saveCustomer(accountId: string, customer: string): Promise<void>;
};

const SECRETS = { secretKey: 'sk_test', webhookSecret: 'whsec' };

/** The routes of checkout with a fake Stripe, and with what else `settings` sets up. */
export async function openCheckoutBench(
  options: { production?: boolean; settings?: (stripe: FakeStripe) => Record<string, string> } = {},
): Promise<CheckoutBench> {
  const bench = await openRouteBench();
  const stripe = await openFakeStripe(SECRETS);
  stripe.setClock(bench.clock.now());
  const { payments } = parseConfig({
    CARDPAY_SECRET_KEY: SECRETS.secretKey,
    CARDPAY_API_URL: stripe.url,
    ...options.settings?.(stripe),
  });
  const publicUrl = 'https://voice.example.com';
  const deps: CheckoutDeps = {
    db: bench.db,
    clock: bench.clock,
    log: silentLog,
    production: options.production ?? true,
    publicUrl,
    payments,
    providers: openProviders(payments, { publicUrl, timeoutMs: 600_000 }),
  };
  await bench.app.register(checkoutRoutes({ ...deps, idempotency: bench.idempotency }));
  const link = (db: Db, accountId: string, customerId: string) =>
    db
      .transaction()
      .execute((tx) =>
        linkCustomer(tx, { provider: 'stripe', customerId, accountId, now: bench.clock.now() }),
      );
  return {
    ...bench,
    deps,
    stripe,
    saveCustomer: (accountId, customer) => link(bench.db, accountId, customer),
    async subscribe(accountId, plan) {
      const { body } = await bench.call(accountId, 'POST', '/api/billing/checkout', { plan });
      stripe.pay(String(body.session_id));
      const found = [...stripe.subscriptions.values()].at(-1);
      if (!found) throw new Error('no subscription');
      const [item] = found.items.data;
      const now = bench.clock.now();
      await link(bench.db, accountId, found.customer);
      await bench.db.transaction().execute((tx) =>
        saveSubscription(tx, {
          provider: 'stripe',
          id: found.id,
          accountId,
          customerId: found.customer,
          status: 'active',
          plan,
          currentPeriodEnd: new Date((item?.current_period_end ?? 0) * 1000),
          cancelAtPeriodEnd: false,
          now,
        }),
      );
      return found;
    },
    async close() {
      await bench.close();
      await stripe.close();
    },
  };
}
