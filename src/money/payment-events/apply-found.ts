import type { FoundPayment, ProviderName } from '../providers/index.ts';
import type { PaymentEventDeps } from './act-on-event.ts';
import { readDelivery } from './inbound.ts';
import { foundPayload } from './read-found.ts';
import { storeAndAct } from './receive-delivery.ts';

/** Acts on what the provider itself told us, so there is no signature to check. False when it was known before. */
export async function applyTold(
  deps: PaymentEventDeps,
  provider: ProviderName,
  told: object,
): Promise<boolean> {
  const body = Buffer.from(JSON.stringify(told));
  const delivery = readDelivery(deps.payments, provider, body);
  if (delivery.notice.kind === 'nothing') return false;
  const inbound = { provider, body, bodySigned: true, delivery, now: deps.clock.now() };
  return !(await storeAndAct(deps, inbound)).duplicate;
}

/** As the provider's own event would tell of the payment, so that both have the same key and act once. */
export function eventOf(provider: ProviderName, payment: FoundPayment): object {
  const { id, reference, amountMinor, currency, email, plan } = payment;
  const amount = amountMinor / 100;
  const common = { currency, customer: { email }, ...(plan && { plan }) };
  switch (provider) {
    case 'paystack':
      return { event: 'charge.success', data: { reference, amount: amountMinor, ...common } };
    case 'flutterwave':
      return { event: 'charge.completed', data: { tx_ref: reference, amount, ...common } };
    case 'dlocal':
      return { id, order_id: reference, status: 'PAID', amount, currency, payer: { email } };
    case 'ebanx':
    case 'yellowcard':
      return foundPayload(payment);
    case 'stripe':
      throw new Error('the card provider lists its events');
  }
}
