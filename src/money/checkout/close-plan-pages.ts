import { cardApiOf } from '../providers/index.ts';
import type { CheckoutDeps } from './checkout.ts';
import { closeCheckout } from './close-checkout.ts';
import { PaymentPending } from './errors.ts';
import { selectOpenPlanPages } from './queries/checkouts.ts';

const CALL_TIMEOUT_MS = 40_000;

/**
 * Before a page for another plan opens, so that not both can be paid. The regional rails cannot close a page: a payment on
 * it is held if another plan was paid for meanwhile.
 */
export async function closePlanPages(
  { db, clock, providers }: CheckoutDeps,
  accountId: string,
): Promise<void> {
  for (const page of await selectOpenPlanPages(db, accountId)) {
    const api = cardApiOf(providers, page.provider);
    if (!api || !page.sessionId) continue;
    const outcome = await api.closePage(page.sessionId, AbortSignal.timeout(CALL_TIMEOUT_MS));
    if (outcome === 'paid') throw new PaymentPending(page.plan ?? '');
    await db.transaction().execute((tx) => closeCheckout({ tx, clock }, page.id, 'expired'));
  }
}
