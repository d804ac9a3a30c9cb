import type { Db } from '../../platform/database/index.ts';
import type { Providers } from '../providers/index.ts';
import { accountCustomer } from '../subscriptions/index.ts';
import { NoSavedCustomer, ProviderNotConfigured } from './errors.ts';

const CALL_TIMEOUT_MS = 40_000;

/** The card provider's own pages for cards, invoices and cancelling. */
export async function openPortal(
  { db, providers, publicUrl }: { db: Db; providers: Providers; publicUrl: string },
  accountId: string,
): Promise<{ url: string }> {
  if (!providers.stripe) throw new ProviderNotConfigured('stripe');
  const customerId = await accountCustomer(db, accountId, 'stripe');
  if (!customerId) throw new NoSavedCustomer();
  const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
  return providers.stripe.openPortal(customerId, `${publicUrl}/billing/return`, signal);
}
