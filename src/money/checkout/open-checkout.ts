import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { AccountNotFound, findAccount } from '../../tenancy/accounts/index.ts';
import { type ProviderApi, type ProviderName, REFERENCE_PREFIX } from '../providers/index.ts';
import { accountCustomer } from '../subscriptions/index.ts';
import { closeCheckout } from './close-checkout.ts';
import { insertCheckout, markOpen, type NewCheckout } from './queries/checkouts.ts';

export type Order = {
  provider: ProviderName;
  purpose: 'plan' | 'top_up';
  plan: string | null;
  cents: number;
  amountMinor: number;
  currency: string;
};

export type OpenedPage = { url: string; sessionId: string };

const CALL_TIMEOUT_MS = 40_000;

export function newCheckout(clock: Clock, accountId: string, order: Order): NewCheckout {
  const createdAt = clock.now();
  const id = uuidv7(createdAt.getTime());
  return { id, reference: `${REFERENCE_PREFIX}${id.replaceAll('-', '')}`, accountId, ...order, createdAt };
}

/**
 * Stores the order, then asks the provider for its payment page. When the provider fails, the order is closed and there is
 * nothing to pay: the customer never saw a page.
 */
export async function openCheckout(
  deps: { db: Db; clock: Clock; publicUrl: string },
  provider: ProviderApi,
  input: { accountId: string; order: Order; country: string | null },
  /** Runs in the transaction that makes the page known. */
  opened: (tx: Tx, page: OpenedPage) => Promise<void>,
): Promise<OpenedPage> {
  const { db, clock } = deps;
  const { accountId, order, country } = input;
  const account = await findAccount(db, accountId);
  if (!account) throw new AccountNotFound();
  const customerId = await accountCustomer(db, accountId, order.provider);
  const checkout = newCheckout(clock, accountId, order);
  await insertCheckout(db, checkout);
  const { email } = account;
  const payer = { accountId, email, name: account.name || email, customerId, country };
  const returnUrl = `${deps.publicUrl}/billing/return/${checkout.reference}`;
  let page: OpenedPage;
  try {
    const { reference } = checkout;
    page = await provider.openPage(
      { reference, ...order, ...payer, returnUrl },
      AbortSignal.timeout(CALL_TIMEOUT_MS),
    );
  } catch (error) {
    await db.transaction().execute((tx) => closeCheckout({ tx, clock }, checkout.id, 'failed'));
    throw error;
  }
  await db.transaction().execute(async (tx) => {
    await markOpen(tx, checkout.id, page);
    await opened(tx, page);
  });
  return page;
}
