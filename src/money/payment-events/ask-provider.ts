import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { cardApiOf, type Notice, type PaymentNotice, PROVIDERS, type Providers } from '../providers/index.ts';
import { type Facts, NOT_ASKED } from './acting.ts';
import type { StoredEvent } from './queries/events.ts';

type Deps = { clock: Clock; log: Log; providers: Providers };

/** Short: the provider of the webhook waits for our answer meanwhile. */
const ASK_MS = 4_000;

/**
 * Asks before acting, outside of any transaction. `wait`: a payment that must be confirmed is not confirmed yet.
 * `refuted`: there is no such payment.
 */
export async function askProvider(
  deps: Deps,
  event: StoredEvent,
  notice: Notice,
): Promise<Facts | 'wait' | 'refuted'> {
  if (notice.kind === 'payment') return event.bodySigned ? NOT_ASKED : confirmPayment(deps, event, notice);
  if (notice.kind !== 'subscription' && notice.kind !== 'invoice' && notice.kind !== 'session')
    return NOT_ASKED;
  const { subscriptionId } = notice.whom;
  return subscriptionId ? findSubscription(deps, event, subscriptionId) : NOT_ASKED;
}

/** A subscription as it is now does not depend on the order of events. Without an answer the event counts. */
async function findSubscription(
  { clock, log, providers }: Deps,
  { provider }: StoredEvent,
  id: string,
): Promise<Facts> {
  const api = cardApiOf(providers, provider);
  if (!api) return NOT_ASKED;
  const askedAt = clock.now();
  try {
    const subscription = await api.findSubscription(id, AbortSignal.timeout(ASK_MS));
    return subscription ? { ...NOT_ASKED, subscription, askedAt } : NOT_ASKED;
  } catch (err) {
    log.warn({ err }, 'the card provider did not answer; acting on the event alone');
    return NOT_ASKED;
  }
}

/** Where the signature does not cover the body, only the provider's own record counts, if it can be asked at all. */
async function confirmPayment(
  { log, providers }: Deps,
  event: StoredEvent,
  notice: PaymentNotice,
): Promise<Facts | 'wait' | 'refuted'> {
  const api = providers[event.provider];
  const mustConfirm = PROVIDERS[event.provider].webhook?.sharedSecret;
  if (!api || !mustConfirm) return NOT_ASKED;
  try {
    const payment = await api.findPayment(notice.reference ?? notice.paymentId, AbortSignal.timeout(ASK_MS));
    if (!payment || payment.status === 'failed') return 'refuted';
    return payment.status === 'paid' ? { ...NOT_ASKED, payment } : 'wait';
  } catch (err) {
    log.warn({ err, provider: event.provider }, 'a payment could not be confirmed; it will be tried again');
    return 'wait';
  }
}
