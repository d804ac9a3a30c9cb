import type Stripe from 'stripe';
import { ProviderFailed } from '../errors.ts';
import type { PaymentOrder, PaymentPage } from '../provider-api.ts';
import { describeOrder, metadataOf } from '../shapes.ts';
import { ask, type StripeOptions } from './client.ts';

type Params = Stripe.Checkout.SessionCreateParams;

export async function openPage(
  { client, prices }: { client: Stripe } & Pick<StripeOptions, 'prices'>,
  order: PaymentOrder,
  signal: AbortSignal,
): Promise<PaymentPage> {
  const metadata = metadataOf(order);
  const params: Params = {
    client_reference_id: order.reference,
    metadata,
    line_items: [lineItemOf(order, prices)],
    success_url: returnTo(order, 'done'),
    cancel_url: returnTo(order, 'canceled'),
    ...(order.customerId ? { customer: order.customerId } : { customer_email: order.email }),
    ...(order.purpose === 'plan' ? subscriptionOf(metadata) : paymentOf(order, metadata)),
  };
  const options = { idempotencyKey: order.reference };
  const { id, url } = await ask(() => client.checkout.sessions.create(params, options), signal);
  if (!url) throw new ProviderFailed('stripe', new Error(`session ${id} has no page`));
  return { url, sessionId: id };
}

/** A page that is paid, or closed already, cannot be closed: then its status says which. */
export async function closePage(client: Stripe, id: string, signal: AbortSignal): Promise<'closed' | 'paid'> {
  const { status } = await ask(() => client.checkout.sessions.retrieve(id), signal);
  if (status !== 'open') return status === 'complete' ? 'paid' : 'closed';
  await ask(() => client.checkout.sessions.expire(id), signal);
  return 'closed';
}

function lineItemOf(
  order: PaymentOrder,
  prices: ReadonlyMap<string, string>,
): Stripe.Checkout.SessionCreateParams.LineItem {
  const price = order.plan ? prices.get(order.plan) : undefined;
  if (price) return { price, quantity: 1 };
  return {
    quantity: 1,
    price_data: {
      currency: order.currency.toLowerCase(),
      unit_amount: order.amountMinor,
      product_data: { name: describeOrder(order) },
      ...(order.purpose === 'plan' && { recurring: { interval: 'month' as const } }),
    },
  };
}

/** Stripe does not copy the metadata of a session, and events of a subscription carry only its own. */
function subscriptionOf(metadata: Record<string, string>): Partial<Params> {
  return { mode: 'subscription', subscription_data: { metadata } };
}

/** The card is saved, for automatic top-ups. */
function paymentOf(order: PaymentOrder, metadata: Record<string, string>): Partial<Params> {
  return {
    mode: 'payment',
    payment_intent_data: { metadata, receipt_email: order.email, setup_future_usage: 'off_session' },
    ...(!order.customerId && { customer_creation: 'always' as const }),
  };
}

function returnTo(order: PaymentOrder, outcome: 'done' | 'canceled'): string {
  const url = new URL(order.returnUrl);
  url.searchParams.set('checkout', outcome);
  return url.href;
}
