import { type Checkout, closeCheckout, nextAskAt, setAskAt, takeUnpaid } from '../checkout/index.ts';
import {
  type Asking,
  type FoundPayment,
  PROVIDER_NAMES,
  PROVIDERS,
  type ProviderApi,
  type ProviderName,
} from '../providers/index.ts';
import type { PaymentEventDeps } from './act-on-event.ts';
import { applyTold } from './receive-delivery.ts';

const BATCH = 10;
const ASK_MS = 10_000;
/** Longer than a batch takes. What a node that dies has taken is asked for again after it. */
const LEASE_MS = 120_000;
const AFTER_FAILURE_MS = 600_000;

/**
 * Asks whether open orders are paid, at each provider up to a batch, and acts on what is. Some providers send no event at
 * all, and any event can be lost. Returns how many orders were taken.
 */
export async function askForPayments(deps: PaymentEventDeps, stopping: AbortSignal): Promise<number> {
  const taken = await Promise.all(
    PROVIDER_NAMES.map((name) => {
      const api = deps.providers[name];
      const { asking } = PROVIDERS[name];
      return api && asking ? askOne(deps, { name, api, asking }, stopping) : 0;
    }),
  );
  return taken.reduce((sum, count) => sum + count, 0);
}

async function askOne(
  deps: PaymentEventDeps,
  { name, api, asking }: { name: ProviderName; api: ProviderApi; asking: Asking },
  stopping: AbortSignal,
): Promise<number> {
  const { db, clock, log } = deps;
  const orders = await takeUnpaid(db, { provider: name, now: clock.now(), leaseMs: LEASE_MS, limit: BATCH });
  for (const order of orders) {
    if (stopping.aborted) break;
    try {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(ASK_MS)]);
      const found = await api.findPayment(order.reference, signal);
      await settle(deps, order, asking, found);
    } catch (err) {
      if (stopping.aborted) break;
      log.warn(
        { err, provider: name, reference: order.reference },
        'the provider could not say whether an order is paid',
      );
      // Later than the others of this batch, so that an order that always fails does not hold them up.
      await setAskAt(db, order.id, new Date(clock.now().getTime() + AFTER_FAILURE_MS));
      break;
    }
  }
  return orders.length;
}

async function settle(
  deps: PaymentEventDeps,
  order: Checkout,
  { payloadOf }: Asking,
  found: FoundPayment | null,
): Promise<void> {
  const { db, clock } = deps;
  const { webhook } = PROVIDERS[order.provider];
  if (found && found.reference !== order.reference) throw new Error(`the answer is about ${found.reference}`);
  if (found?.status === 'paid') await applyTold(deps, order.provider, payloadOf(found));
  // Where the provider sends events, a customer whose card was refused may pay with another one on the same page.
  if (found?.status === 'failed' && !webhook) return close(deps, order, 'failed');
  const next = nextAskAt(order, clock.now());
  if (next) await setAskAt(db, order.id, next);
  else await close(deps, order, 'expired');
}

/** Changes nothing if it was paid. */
async function close(
  { db, clock }: PaymentEventDeps,
  { id }: Checkout,
  status: 'failed' | 'expired',
): Promise<void> {
  await db.transaction().execute((tx) => closeCheckout({ tx, clock }, id, status));
}
