import { Refusal } from '../../testing/fake-server.ts';

export type Fields = Record<string, unknown>;
type Metadata = Record<string, string>;

export type StripeEvent = {
  id: string;
  object: 'event';
  type: string;
  created: number;
  livemode: false;
  data: { object: Fields };
};
export type StripeSession = Fields & {
  id: string;
  mode: string;
  metadata: Metadata;
  amount_total: number;
  form: Fields;
};
export type StripeIntent = Fields & { id: string; created: number; status: string; metadata: Metadata };
type Price = { id: string; product: string; unit_amount: number };
export type StripeSubscription = Fields & {
  id: string;
  customer: string;
  status: string;
  created: number;
  cancel_at_period_end: boolean;
  schedule: string | null;
  metadata: Metadata;
  items: { data: { id: string; price: Price; current_period_start: number; current_period_end: number }[] };
};

export const MONTH_S = 30 * 86_400;

function startsPeriod(form: Fields): boolean {
  const anchor = form.billing_cycle_anchor as { type?: string } | undefined;
  return anchor?.type === 'now';
}

export type StripeBooks = ReturnType<typeof createStripeBooks>;

/** The state behind the fake API, and what happens outside of it: customers pay, months pass, cards fail. */
export function createStripeBooks() {
  const events: StripeEvent[] = [];
  const sessions = new Map<string, StripeSession>();
  const intents = new Map<string, StripeIntent>();
  const subscriptions = new Map<string, StripeSubscription>();
  const schedules = new Map<string, { id: string; subscription: string; next: Fields | null }>();
  const cards = new Map<string, { id: string; declined: boolean }>();
  let nowS = Math.floor(Date.now() / 1000);
  let serial = 0;
  const idOf = (prefix: string) => `${prefix}_${++serial}`;

  function emit(type: string, object: Fields): StripeEvent {
    const data = { object: structuredClone(object) };
    const event = {
      id: idOf('evt'),
      object: 'event' as const,
      type,
      created: nowS,
      livemode: false as const,
      data,
    };
    events.push(event);
    return event;
  }

  function makeIntent(customer: string, amount: number, metadata: Metadata, more: Fields = {}): StripeIntent {
    const declined = cards.get(customer)?.declined === true;
    const intent: StripeIntent = {
      id: idOf('pi'),
      object: 'payment_intent',
      created: nowS,
      amount,
      amount_received: declined ? 0 : amount,
      currency: 'usd',
      customer,
      status: declined ? 'requires_payment_method' : 'succeeded',
      receipt_email: null,
      metadata,
      ...more,
    };
    intents.set(intent.id, intent);
    emit(declined ? 'payment_intent.payment_failed' : 'payment_intent.succeeded', intent);
    return intent;
  }

  function invoice(subscription: StripeSubscription, amount: number): boolean {
    const { id, customer } = subscription;
    const invoiceId = idOf('in');
    const intent = makeIntent(customer, amount, {}, { invoice: invoiceId });
    const paid = intent.status === 'succeeded';
    const facts = { id: invoiceId, object: 'invoice', customer, subscription: id, currency: 'usd' };
    emit(paid ? 'invoice.paid' : 'invoice.payment_failed', {
      ...facts,
      amount_paid: paid ? amount : 0,
      payment_intent: intent.id,
    });
    return paid;
  }

  /** What the old price gives back: all of it, or in a new period what is left of the old one. */
  function unusedOf(item: StripeSubscription['items']['data'][number], form: Fields): number {
    const { price, current_period_start: start, current_period_end: end } = item;
    if (!startsPeriod(form)) return price.unit_amount;
    return Math.round((price.unit_amount * Math.max(0, end - nowS)) / (end - start));
  }

  function priceOf(fields: Fields): Price {
    const data = fields.price_data as Fields | undefined;
    if (!data) return { id: String(fields.price), product: 'prod_1', unit_amount: 500 };
    return {
      id: idOf('price'),
      product: String(data.product ?? 'prod_1'),
      unit_amount: Number(data.unit_amount),
    };
  }

  function itemOf(subscription: StripeSubscription) {
    const [item] = subscription.items.data;
    if (!item) throw new Error('no item');
    return item;
  }

  function subscribe(session: StripeSession, customer: string): StripeSubscription {
    const [line] = Object.values(session.form.line_items as Record<string, Fields>);
    const data = session.form.subscription_data as { metadata: Metadata };
    const subscription: StripeSubscription = {
      id: idOf('sub'),
      object: 'subscription',
      customer,
      status: 'active',
      created: nowS,
      cancel_at_period_end: false,
      schedule: null,
      metadata: { ...data.metadata },
      items: {
        data: [
          {
            id: idOf('si'),
            price: priceOf(line ?? {}),
            current_period_start: nowS,
            current_period_end: nowS + MONTH_S,
          },
        ],
      },
    };
    subscriptions.set(subscription.id, subscription);
    emit('customer.subscription.created', subscription);
    invoice(subscription, itemOf(subscription).price.unit_amount);
    return subscription;
  }

  return {
    events,
    sessions,
    intents,
    subscriptions,
    schedules,
    cardsOf: (customer: string) => {
      const card = cards.get(customer);
      return card ? [{ id: card.id, object: 'payment_method', type: 'card' }] : [];
    },
    setClock: (now: Date) => {
      nowS = Math.floor(now.getTime() / 1000);
    },
    setDeclined(customer: string, declined: boolean): void {
      const card = cards.get(customer);
      if (card) card.declined = declined;
    },
    saveCard(customer: string): void {
      cards.set(customer, { id: idOf('pm'), declined: false });
    },

    openSession(form: Fields): StripeSession {
      const [line] = Object.values(form.line_items as Record<string, Fields>);
      const id = idOf('cs');
      const session: StripeSession = {
        id,
        object: 'checkout.session',
        mode: String(form.mode),
        url: `https://checkout.example.com/${id}`,
        client_reference_id: form.client_reference_id,
        customer: form.customer ?? null,
        customer_email: form.customer_email ?? null,
        payment_status: 'unpaid',
        status: 'open',
        amount_total: priceOf(line ?? {}).unit_amount,
        currency: 'usd',
        metadata: form.metadata as Metadata,
        form,
      };
      sessions.set(id, session);
      const { form: _, ...view } = session;
      return view as StripeSession;
    },

    /** The customer pays on the page. Returns the events, in the order Stripe sends them. */
    pay(sessionId: string): StripeEvent[] {
      const session = sessions.get(sessionId);
      if (!session) throw new Error(`no session ${sessionId}`);
      if (session.status === 'expired') throw new Error(`session ${sessionId} has expired`);
      session.status = 'complete';
      const first = events.length;
      const customer = String(session.customer ?? idOf('cus'));
      if (!cards.has(customer)) cards.set(customer, { id: idOf('pm'), declined: false });
      const { form, ...view } = session;
      const done = { ...view, customer, payment_status: 'paid', status: 'complete' };
      if (session.mode === 'subscription') {
        const { id } = subscribe(session, customer);
        emit('checkout.session.completed', { ...done, subscription: id });
      } else {
        const data = form.payment_intent_data as { metadata: Metadata; receipt_email: string };
        const more = { receipt_email: data.receipt_email };
        const { id } = makeIntent(customer, session.amount_total, data.metadata, more);
        emit('checkout.session.completed', { ...done, payment_intent: id });
      }
      return events.slice(first);
    },

    expire(session: StripeSession): StripeSession {
      session.status = 'expired';
      emit('checkout.session.expired', session);
      return session;
    },

    cancel(subscription: StripeSubscription): StripeSubscription {
      subscription.status = 'canceled';
      emit('customer.subscription.deleted', subscription);
      return subscription;
    },

    charge(form: Fields): StripeIntent {
      return makeIntent(String(form.customer), Number(form.amount), (form.metadata ?? {}) as Metadata);
    },

    update(subscription: StripeSubscription, form: Fields): StripeSubscription {
      const item = itemOf(subscription);
      const [change] = Object.values((form.items ?? {}) as Record<string, Fields>);
      const price = change && priceOf(change);
      const dearer = price ? price.unit_amount - unusedOf(item, form) : 0;
      if (dearer > 0 && cards.get(subscription.customer)?.declined) {
        throw new Refusal(402, { error: { type: 'card_error', code: 'card_declined', message: 'Declined' } });
      }
      if (price) item.price = price;
      if (startsPeriod(form)) {
        item.current_period_start = nowS;
        item.current_period_end = nowS + MONTH_S;
      }
      if (form.metadata) subscription.metadata = { ...subscription.metadata, ...(form.metadata as Metadata) };
      if (form.cancel_at_period_end) subscription.cancel_at_period_end = form.cancel_at_period_end === 'true';
      if (dearer > 0) invoice(subscription, dearer);
      emit('customer.subscription.updated', subscription);
      return subscription;
    },

    startSchedule(subscriptionId: string) {
      const subscription = subscriptions.get(subscriptionId);
      if (!subscription) throw new Error(`no subscription ${subscriptionId}`);
      if (subscription.schedule) throw new Refusal(400, { error: { message: 'already has a schedule' } });
      const schedule = { id: idOf('sub_sched'), subscription: subscriptionId, next: null };
      schedules.set(schedule.id, schedule);
      subscription.schedule = schedule.id;
      return schedule;
    },
    updateSchedule(id: string, form: Fields) {
      const schedule = schedules.get(id);
      const [, next] = Object.values(form.phases as Record<string, Fields>);
      if (!schedule || !next) throw new Refusal(400, { error: { message: 'phases are missing' } });
      schedule.next = next;
      return schedule;
    },
    releaseSchedule(id: string) {
      const schedule = schedules.get(id);
      const subscription = schedule && subscriptions.get(schedule.subscription);
      if (!schedule || !subscription) throw new Refusal(404, { error: { code: 'resource_missing' } });
      schedules.delete(id);
      subscription.schedule = null;
      return schedule;
    },

    /** The period ends: the subscription is canceled, changes its plan, or is charged for another month. */
    endPeriod(subscriptionId: string): StripeEvent[] {
      const subscription = subscriptions.get(subscriptionId);
      if (!subscription) throw new Error(`no subscription ${subscriptionId}`);
      const first = events.length;
      const item = itemOf(subscription);
      nowS = item.current_period_end;
      if (subscription.cancel_at_period_end) {
        subscription.status = 'canceled';
        emit('customer.subscription.deleted', subscription);
        return events.slice(first);
      }
      const next = subscription.schedule ? schedules.get(subscription.schedule)?.next : null;
      if (next) {
        const [line] = Object.values(next.items as Record<string, Fields>);
        item.price = priceOf(line ?? {});
        subscription.metadata = { ...subscription.metadata, ...(next.metadata as Metadata) };
        subscription.schedule = null;
      }
      item.current_period_start = nowS;
      item.current_period_end = nowS + MONTH_S;
      subscription.status = invoice(subscription, item.price.unit_amount) ? 'active' : 'past_due';
      emit('customer.subscription.updated', subscription);
      return events.slice(first);
    },
  };
}
