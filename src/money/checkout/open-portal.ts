import type { Db } from '../../platform/database/index.ts';
import { CARD_PROVIDER, type Providers } from '../providers/index.ts';
import { accountCustomer } from '../subscriptions/index.ts';
import { NoSavedCustomer, ProviderNotConfigured } from './errors.ts';

const CALL_TIMEOUT_MS = 40_000;

/** The card provider's own pages for cards, invoices and cancelling. */
export async function openPortal(
  { db, providers, publicUrl }: { db: Db; providers: Providers; publicUrl: string },
  accountId: string,
): Promise<{ url: string }> {
  const api = providers[CARD_PROVIDER];
  if (!api) throw new ProviderNotConfigured(CARD_PROVIDER);
  const customerId = await accountCustomer(db, accountId, CARD_PROVIDER);
  if (!customerId) throw new NoSavedCustomer();
  const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
  return api.openPortal(customerId, `${publicUrl}/billing/return`, signal);
}
