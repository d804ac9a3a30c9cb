import { checkoutRoutes } from '../../money/checkout/index.ts';
import { planRoutes } from '../../money/plans/index.ts';
import { walletRoutes } from '../../money/wallet/index.ts';
import type { App, Shared } from './shared.ts';

export async function registerMoney(app: App, shared: Shared): Promise<void> {
  await app.register(planRoutes());
  await app.register(walletRoutes(shared));
  await app.register(checkoutRoutes(shared));
}
