import { CARD_PROVIDER } from '../providers/index.ts';
import { markCanceled, selectToCancel } from '../subscriptions/index.ts';
import type { CheckoutDeps } from './checkout.ts';

const CALL_TIMEOUT_MS = 40_000;
const BATCH = 10;

/** Cancels second subscriptions, so that they are not charged again. What was paid stays with an administrator. */
export async function cancelSurplusSubscriptions({
  db,
  clock,
  log,
  providers,
}: Pick<CheckoutDeps, 'db' | 'clock' | 'log' | 'providers'>): Promise<number> {
  const api = providers[CARD_PROVIDER];
  if (!api) return 0;
  const ids = await selectToCancel(db, CARD_PROVIDER, BATCH);
  for (const id of ids) {
    await api.cancelNow(id, AbortSignal.timeout(CALL_TIMEOUT_MS));
    await markCanceled(db, CARD_PROVIDER, id, clock.now());
    log.warn({ subscription: id }, 'a second subscription was canceled; its payment is held');
  }
  return ids.length;
}
