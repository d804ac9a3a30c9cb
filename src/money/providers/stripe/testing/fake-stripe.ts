import { createHmac } from 'node:crypto';
import { openFakeServer, Refusal, type SeenRequest } from '../../testing/fake-server.ts';
import { decodeForm } from './form.ts';
import {
  createStripeBooks,
  type Fields,
  MONTH_S,
  type StripeBooks,
  type StripeIntent,
  type StripeSession,
} from './stripe-books.ts';

export type FakeStripe = Awaited<ReturnType<typeof openFakeStripe>>;

/** Keeps the money side of Stripe: sessions, customers, payments, subscriptions, and the events of each. */
export async function openFakeStripe(options: { secretKey: string; webhookSecret: string }) {
  const books = createStripeBooks();
  /** Replies by idempotency key, with what was asked: another question with the same key is refused. */
  const answered = new Map<string, { asked: string; body: unknown }>();

  const server = await openFakeServer((request) => {
    if (request.headers.authorization !== `Bearer ${options.secretKey}`) {
      throw refusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
    }
    if (!request.headers['stripe-version']) throw refusal(400, { message: 'no API version' });
    const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined;
    const asked = `${request.path} ${request.body}`;
    const before = key === undefined ? undefined : answered.get(key);
    if (before && before.asked !== asked) throw refusal(400, { type: 'idempotency_error' });
    const body = before?.body ?? route(books, request);
    if (key !== undefined) answered.set(key, { asked, body: structuredClone(body) });
    return { body };
  });

  return {
    ...server,
    ...books,
    /** The headers and body of a delivery. */
    sign(event: object, now = new Date()): { headers: Record<string, string>; body: string } {
      const body = JSON.stringify(event);
      const at = Math.floor(now.getTime() / 1000);
      const v1 = createHmac('sha256', options.webhookSecret).update(`${at}.${body}`).digest('hex');
      return { headers: { 'stripe-signature': `t=${at},v1=${v1}` }, body };
    },
  };
}

function refusal(status: number, error: object): Refusal {
  return new Refusal(status, { error: { type: 'invalid_request_error', ...error } });
}

function route(books: StripeBooks, request: SeenRequest): unknown {
  const [, , kind = '', id = '', action = ''] = request.path.split('/');
  const form = decodeForm(request.body);
  const post = request.method === 'POST';
  if (request.path === '/v1/checkout/sessions') return openSession(books, form);
  if (kind === 'checkout') return session(books, request.path.split('/'));
  if (request.path === '/v1/billing_portal/sessions')
    return { id: 'bps_1', url: 'https://portal.example.com/' };
  if (kind === 'customers' && action === 'payment_methods') return listOf(books.cardsOf(id));
  if (kind === 'payment_intents' && post) return charge(books, form);
  if (kind === 'payment_intents' && id === 'search') return search(books, request.query.get('query') ?? '');
  if (kind === 'payment_intents' && id) return present(books.intents.get(id), id);
  if (kind === 'payment_intents') return page(books.intents.values(), request.query);
  if (kind === 'events') return page(books.events, request.query);
  if (kind === 'subscriptions') {
    const subscription = present(books.subscriptions.get(id), id);
    if (request.method === 'DELETE') return books.cancel(subscription);
    return post ? books.update(subscription, form) : subscription;
  }
  if (kind === 'subscription_schedules') return schedule(books, { id, action, form });
  throw refusal(404, { message: `Unrecognized request URL (${request.method}: ${request.path})` });
}

function openSession(books: StripeBooks, form: Fields): StripeSession {
  for (const name of ['mode', 'success_url', 'cancel_url', 'line_items', 'metadata']) {
    if (!form[name])
      throw refusal(400, { code: 'parameter_missing', param: name, message: `Missing ${name}` });
  }
  if (Boolean(form.customer) === Boolean(form.customer_email)) {
    throw refusal(400, {
      message: 'You may only specify one of these parameters: customer, customer_email.',
    });
  }
  return books.openSession(form);
}

function session(books: StripeBooks, [, , , , id = '', action]: string[]): StripeSession {
  const found = present(books.sessions.get(id), id);
  if (action !== 'expire') return found;
  if (found.status !== 'open')
    throw refusal(400, { message: 'Only Checkout Sessions with a status in ["open"] can be expired.' });
  return books.expire(found);
}

function charge(books: StripeBooks, form: Fields): StripeIntent {
  if (form.confirm !== 'true' || form.off_session !== 'true' || form.currency !== 'usd') {
    throw refusal(400, { message: 'not an off-session charge in dollars' });
  }
  const intent = books.charge(form);
  if (intent.status !== 'requires_payment_method') return intent;
  throw refusal(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  });
}

function schedule(books: StripeBooks, { id, action, form }: { id: string; action: string; form: Fields }) {
  if (!id) return books.startSchedule(String(form.from_subscription));
  if (action === 'release') return books.releaseSchedule(id);
  return books.updateSchedule(id, form);
}

function search(books: StripeBooks, query: string) {
  const reference = /^metadata\['reference'\]:'(.+)'$/.exec(query)?.[1];
  if (!reference) throw refusal(400, { message: 'Invalid query' });
  const data = [...books.intents.values()].filter(({ metadata }) => metadata.reference === reference);
  return { object: 'search_result', data, has_more: false, url: '/v1/payment_intents/search' };
}

function listOf(data: unknown[], has_more = false) {
  return { object: 'list', data, has_more, url: '/v1/list' };
}

/** Newest first, as Stripe lists. */
function page(items: Iterable<{ id: string; created: number }>, query: URLSearchParams) {
  const since = Number(query.get('created[gte]') ?? 0);
  const all = [...items].reverse().filter(({ created }) => created >= since);
  const after = query.get('starting_after');
  const start = after ? all.findIndex(({ id }) => id === after) + 1 : 0;
  const end = start + Number(query.get('limit') ?? 10);
  return listOf(all.slice(start, end), end < all.length);
}

function present<Item>(item: Item | undefined, id: string): Item {
  if (item) return item;
  throw refusal(404, { code: 'resource_missing', message: `No such object: '${id}'` });
}

export { MONTH_S };
