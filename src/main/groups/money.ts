import { checkoutRoutes } from '../../money/checkout/index.ts';
import { invoiceRoutes } from '../../money/invoices/index.ts';
import { type PaymentEventDeps, paymentEventRoutes } from '../../money/payment-events/index.ts';
import { planRoutes } from '../../money/plans/index.ts';
import { statementRoutes } from '../../money/statements/index.ts';
import { keyLimitRoutes, walletRoutes } from '../../money/wallet/index.ts';
import type { App, Shared } from './shared.ts';

export async function registerMoney(app: App, shared: Shared): Promise<PaymentEventDeps> {
  const { payments } = shared.config;
  const paymentEvents = { ...shared, payments, providers: {} };
  await app.register(planRoutes());
  await app.register(walletRoutes(shared));
  await app.register(keyLimitRoutes(shared));
  await app.register(invoiceRoutes(shared));
  await app.register(statementRoutes(shared));
  await app.register(checkoutRoutes(shared));
  await app.register(paymentEventRoutes(paymentEvents));
  return paymentEvents;
}
