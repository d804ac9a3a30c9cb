import type { FoundPayment, PaymentProvider } from '../providers/index.ts';
import type { PaymentEventDeps } from './act-on-event.ts';
import { InvalidPayload } from './errors.ts';
import { readDelivery } from './inbound.ts';
import type { InboundProvider } from './notice.ts';
import { storeAndAct } from './receive-delivery.ts';

/** Longer than any provider repeats a delivery without a pause, so that a webhook that was down for a day is made up for. */
const WINDOW_MS = 48 * 3_600_000;
const LIST_MS = 120_000;

/**
 * Asks the providers for what they have sent and been paid, and acts on what never arrived. Both ways have the same keys,
 * so what did arrive is recognised. Returns how many were made up for.
 */
export async function reconcilePayments(deps: PaymentEventDeps, stopping: AbortSignal): Promise<number> {
  const { clock, log, providers } = deps;
  const since = new Date(clock.now().getTime() - WINDOW_MS);
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(LIST_MS)]);
  let missed = 0;
  const sources: [InboundProvider, AsyncIterable<object>][] = [];
  if (providers.stripe) sources.push(['stripe', providers.stripe.listEvents(since, signal)]);
  if (providers.paystack) sources.push(['paystack', listed(providers.paystack, since, signal, chargeOfB)]);
  if (providers.flutterwave)
    sources.push(['flutterwave', listed(providers.flutterwave, since, signal, chargeOfC)]);
  for (const [provider, events] of sources) {
    try {
      for await (const event of events) if (await makeUpFor(deps, provider, event)) missed += 1;
    } catch (err) {
      if (stopping.aborted) return missed;
      log.warn(
        { err, provider },
        'payments could not be compared with the provider; the next run tries again',
      );
    }
  }
  if (missed > 0) log.warn({ missed }, 'payment events had not been delivered; is the webhook set up?');
  return missed;
}

/** The provider itself told us, so there is no signature to check. */
async function makeUpFor(deps: PaymentEventDeps, provider: InboundProvider, event: object): Promise<boolean> {
  const body = Buffer.from(JSON.stringify(event));
  try {
    const delivery = readDelivery(deps.payments, provider, body);
    if (delivery.notice.kind === 'nothing') return false;
    const inbound = { provider, body, bodySigned: true, delivery, now: deps.clock.now() };
    return !(await storeAndAct(deps, inbound)).duplicate;
  } catch (err) {
    if (!(err instanceof InvalidPayload)) throw err;
    deps.log.warn({ err, provider }, 'an event of the provider cannot be read');
    return false;
  }
}

async function* listed(
  provider: PaymentProvider,
  since: Date,
  signal: AbortSignal,
  describe: (payment: FoundPayment) => object,
): AsyncIterable<object> {
  for await (const payment of provider.listPayments?.(since, signal) ?? []) {
    if (payment.status === 'paid' && payment.email !== null) yield describe(payment);
  }
}

function chargeOfB({ reference, amountMinor, currency, email, plan }: FoundPayment): object {
  const data = { reference, amount: amountMinor, currency, customer: { email }, ...(plan && { plan }) };
  return { event: 'charge.success', data };
}

function chargeOfC({ reference, amountMinor, currency, email, plan }: FoundPayment): object {
  const amount = amountMinor / 100;
  const data = { tx_ref: reference, amount, currency, customer: { email }, ...(plan && { plan }) };
  return { event: 'charge.completed', data };
}
