import type Stripe from 'stripe';
import { CardDeclined } from '../errors.ts';
import type { FoundPayment, SavedCardCharge } from '../provider-api.ts';
import { planOf } from '../shapes.ts';
import { ask, askFor } from './client.ts';

const PAGE = 100;

/** Charges the card that was saved last, while the customer is away. */
export async function chargeSaved(
  client: Stripe,
  charge: SavedCardCharge,
  signal: AbortSignal,
): Promise<{ id: string; status: 'succeeded' | 'pending' }> {
  const { customerId, cents, idempotencyKey, metadata } = charge;
  const cards = await ask(
    () => client.customers.listPaymentMethods(customerId, { type: 'card', limit: 1 }),
    signal,
  );
  const [card] = cards.data;
  if (!card) throw new CardDeclined('no_saved_card', new Error(`customer ${customerId} has no saved card`));
  const params: Stripe.PaymentIntentCreateParams = {
    amount: cents,
    currency: 'usd',
    customer: customerId,
    payment_method: card.id,
    metadata,
    off_session: true,
    confirm: true,
  };
  const intent = await ask(() => client.paymentIntents.create(params, { idempotencyKey }), signal);
  if (intent.status === 'succeeded') return { id: intent.id, status: 'succeeded' };
  if (intent.status === 'processing') return { id: intent.id, status: 'pending' };
  throw new CardDeclined(intent.status, new Error(`payment ${intent.id} is ${intent.status}`));
}

/** The search lags behind by up to a minute. */
export async function findPayment(
  client: Stripe,
  reference: string,
  signal: AbortSignal,
): Promise<FoundPayment | null> {
  if (reference.startsWith('pi_')) {
    const intent = await askFor(() => client.paymentIntents.retrieve(reference), signal);
    return intent && paymentOf(intent);
  }
  // It becomes part of a query.
  if (!/^[\w.:-]+$/.test(reference)) return null;
  const query = `metadata['reference']:'${reference}'`;
  const { data } = await ask(() => client.paymentIntents.search({ query, limit: PAGE }), signal);
  const found = data.map(paymentOf);
  return found.find(({ status }) => status === 'paid') ?? found[0] ?? null;
}

/** Without the payments of subscriptions, whose invoices report them. */
export async function* listPayments(
  client: Stripe,
  since: Date,
  signal: AbortSignal,
): AsyncIterable<FoundPayment> {
  for await (const intent of pagesOf((page) => client.paymentIntents.list(page), since, signal)) {
    if (!isOfInvoice(intent)) yield paymentOf(intent);
  }
}

/** Which of the two it shows depends on the version of the API. */
function isOfInvoice(intent: Stripe.PaymentIntent & { invoice?: unknown }): boolean {
  return Boolean(intent.invoice) || /^Subscription /.test(intent.description ?? '');
}

type Page = { limit: number; created: { gte: number }; starting_after?: string };

/** Newest first. */
export async function* pagesOf<Item extends { id: string }>(
  list: (page: Page) => Promise<{ data: Item[]; has_more: boolean }>,
  since: Date,
  signal: AbortSignal,
): AsyncIterable<Item> {
  const page: Page = { limit: PAGE, created: { gte: Math.floor(since.getTime() / 1000) } };
  for (;;) {
    const { data, has_more } = await ask(() => list(page), signal);
    yield* data;
    const last = data.at(-1);
    if (!has_more || !last) return;
    page.starting_after = last.id;
  }
}

function paymentOf(intent: Stripe.PaymentIntent): FoundPayment {
  const { metadata } = intent;
  const failed = intent.status === 'canceled' || intent.status === 'requires_payment_method';
  const paid = intent.status === 'succeeded';
  return {
    id: intent.id,
    reference: metadata.reference ?? null,
    status: paid ? 'paid' : failed ? 'failed' : 'pending',
    amountMinor: paid ? intent.amount_received : intent.amount,
    currency: intent.currency.toUpperCase(),
    email: intent.receipt_email ?? metadata.service_user_email ?? null,
    plan: planOf(metadata),
    at: new Date(intent.created * 1000),
  };
}
