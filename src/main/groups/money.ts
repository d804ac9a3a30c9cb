import { type AutoTopUpDeps, checkoutPages, checkoutRoutes } from '../../money/checkout/index.ts';

import { invoiceRoutes } from '../../money/invoices/index.ts';
import {
  type PaymentEventDeps,
  paymentEventRoutes,
  warnUnconfirmed,
} from '../../money/payment-events/index.ts';

import { planRoutes } from '../../money/plans/index.ts';
import type { Providers } from '../../money/providers/index.ts';
import { statementRoutes } from '../../money/statements/index.ts';
import { keyLimitRoutes, walletRoutes } from '../../money/wallet/index.ts';
import { AUTO_TOP_UP_FAILED, announceEvents } from '../../work/webhooks/index.ts';
import type { App, Shared } from './shared.ts';

export type Money = { payments: PaymentEventDeps; autoTopUps: AutoTopUpDeps };

export async function registerMoney(app: App, shared: Shared, providers: Providers): Promise<Money> {
  const { clock } = shared;
  const { payments, invoicing } = shared.config;
  const paymentEvents = { ...shared, payments, invoicing, providers };
  warnUnconfirmed(paymentEvents);
  await app.register(planRoutes());
  await app.register(walletRoutes(shared));
  await app.register(keyLimitRoutes(shared));
  await app.register(invoiceRoutes(shared));
  await app.register(statementRoutes(shared));
  await app.register(checkoutRoutes(paymentEvents));
  await app.register(checkoutPages(shared));
  await app.register(paymentEventRoutes(paymentEvents));
  const announceDecline: AutoTopUpDeps['announceDecline'] = (tx, { id, accountId, cents, reason }) => {
    const payload = AUTO_TOP_UP_FAILED.payload({ amount_cents: cents, error: reason });
    const event = { subjectId: `auto_top_up:${id}`, url: null, orDefault: true, payload };
    return announceEvents({ tx, clock }, accountId, [event]);
  };
  return { payments: paymentEvents, autoTopUps: { ...paymentEvents, announceDecline } };
}
