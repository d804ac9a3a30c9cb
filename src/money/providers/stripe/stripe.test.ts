import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parseConfig } from '../../../platform/config/index.ts';
import { type CardApi, CardDeclined, openProviders, type PaymentOrder, ProviderFailed } from '../index.ts';
import { type FakeStripe, MONTH_S, openFakeStripe } from './testing/fake-stripe.ts';
import { decodeForm } from './testing/form.ts';

const { signal } = new AbortController();
const LONG_AGO = new Date(0);

function orderOf(reference: string, more: Partial<PaymentOrder> = {}): PaymentOrder {
  return {
    reference,
    purpose: 'plan',
    plan: 'creator',
    cents: 1_800,
    amountMinor: 1_800,
    currency: 'USD',
    country: null,
    accountId: 'account-1',
    email: 'ada@example.com',
    name: 'Ada',
    customerId: null,
    returnUrl: 'https://voice.example.com/billing',
    ...more,
  };
}

describe('stripe', () => {
  let fake: FakeStripe;
  let stripe: CardApi;
  let hasty: CardApi;
  before(async () => {
    fake = await openFakeStripe({ secretKey: 'sk_test', webhookSecret: 'whsec' });
    const { payments } = parseConfig({
      CARDPAY_SECRET_KEY: 'sk_test',
      CARDPAY_PRICES: 'creator:price_creator',
      CARDPAY_API_URL: fake.url,
    });
    const open = (timeoutMs: number) => {
      const opened = openProviders(payments, { publicUrl: 'https://voice.example.com', timeoutMs });
      assert.ok(opened.stripe);
      return opened.stripe;
    };
    [stripe, hasty] = [open(600_000), open(400)];
  });
  after(() => fake.close());

  const lastForm = () => decodeForm(fake.requests.at(-1)?.body ?? '');

  test('a plan is a subscription session at its known price, with metadata on the subscription too', async () => {
    const page = await stripe.openPage(orderOf('vox-1'), signal);
    assert.match(page.url, /^https:\/\/checkout\.example\.com\/cs_/);
    const metadata = {
      service_user_id: 'account-1',
      service_user_email: 'ada@example.com',
      reference: 'vox-1',
      purpose: 'plan',
      plan: 'creator',
    };
    assert.deepEqual(lastForm(), {
      client_reference_id: 'vox-1',
      metadata,
      line_items: { 0: { price: 'price_creator', quantity: '1' } },
      success_url: 'https://voice.example.com/billing?checkout=done',
      cancel_url: 'https://voice.example.com/billing?checkout=canceled',
      customer_email: 'ada@example.com',
      mode: 'subscription',
      subscription_data: { metadata },
    });
    assert.equal(fake.requests.at(-1)?.headers['idempotency-key'], 'vox-1');
  });

  test('a plan without a known price is sold at the listed one', async () => {
    await stripe.openPage(orderOf('vox-2', { plan: 'starter', amountMinor: 500 }), signal);
    assert.deepEqual(lastForm().line_items, {
      0: {
        quantity: '1',
        price_data: {
          currency: 'usd',
          unit_amount: '500',
          product_data: { name: 'Vox Humana plan starter' },
          recurring: { interval: 'month' },
        },
      },
    });
  });

  test('a top-up is a payment whose metadata names the account, and saves the card', async () => {
    const order = orderOf('vox-3', { purpose: 'top_up', plan: null, amountMinor: 2_000 });
    const { sessionId } = await stripe.openPage(order, signal);
    const form = lastForm();
    assert.deepEqual([form.mode, form.customer_creation], ['payment', 'always']);
    const intent = form.payment_intent_data as Record<string, unknown>;
    assert.deepEqual([intent.setup_future_usage, intent.receipt_email], ['off_session', 'ada@example.com']);
    fake.pay(sessionId);
    const found = await stripe.findPayment('vox-3', signal);
    assert.deepEqual(
      [found?.status, found?.amountMinor, found?.currency, found?.email, found?.plan],
      ['paid', 2_000, 'USD', 'ada@example.com', null],
    );
    assert.deepEqual((await stripe.findPayment(found?.id ?? '', signal))?.reference, 'vox-3');
    assert.equal(await stripe.findPayment('vox-none', signal), null);
    assert.equal(await stripe.findPayment("x' OR metadata['plan']:'creator", signal), null);
    assert.equal(await stripe.findPayment('pi_none', signal), null);
  });

  test('a known customer pays as that customer', async () => {
    await stripe.openPage(
      orderOf('vox-4', { customerId: 'cus_known', purpose: 'top_up', plan: null }),
      signal,
    );
    const { customer, customer_email, customer_creation } = lastForm();
    assert.deepEqual([customer, customer_email, customer_creation], ['cus_known', undefined, undefined]);
  });

  test('a saved card is charged once per idempotency key', async () => {
    fake.saveCard('cus_saved');
    const charge = {
      customerId: 'cus_saved',
      cents: 2_000,
      idempotencyKey: 'key-1',
      metadata: { reference: 'a' },
    };
    const first = await stripe.chargeSaved(charge, signal);
    assert.equal(first.status, 'succeeded');
    assert.deepEqual(await stripe.chargeSaved(charge, signal), first);
    assert.equal([...fake.intents.values()].filter(({ customer }) => customer === 'cus_saved').length, 1);
  });

  test('a declined or missing card is CardDeclined with its reason', async () => {
    fake.saveCard('cus_poor');
    fake.setDeclined('cus_poor', true);
    const charge = { cents: 2_000, metadata: {} };
    await assert.rejects(
      stripe.chargeSaved({ ...charge, customerId: 'cus_poor', idempotencyKey: 'key-2' }, signal),
      (error) => error instanceof CardDeclined && error.reason === 'insufficient_funds',
    );
    await assert.rejects(
      stripe.chargeSaved({ ...charge, customerId: 'cus_none', idempotencyKey: 'key-3' }, signal),
      (error) => error instanceof CardDeclined && error.reason === 'no_saved_card',
    );
  });

  test('a whole subscription: upgrade now, downgrade and cancel at the end of the period', async () => {
    const { sessionId } = await stripe.openPage(
      orderOf('vox-5', { plan: 'starter', amountMinor: 500 }),
      signal,
    );
    fake.pay(sessionId);
    const [id = ''] = [...fake.subscriptions.keys()].slice(-1);
    const at = async () => {
      const found = await stripe.findSubscription(id, signal);
      return [found?.status, found?.plan, found?.cancelAtPeriodEnd];
    };
    assert.deepEqual(await at(), ['active', 'starter', false]);
    const found = await stripe.findSubscription(id, signal);
    assert.equal(found?.accountId, 'account-1');
    assert.ok(found?.currentPeriodEnd && found.currentPeriodEnd > new Date());

    const paid = fake.intents.size;
    await stripe.changePlan({ subscriptionId: id, plan: 'developer', cents: 7_900, when: 'now' }, signal);
    assert.deepEqual(await at(), ['active', 'developer', false]);
    assert.equal(fake.intents.size, paid + 1, 'the difference is charged at once');
    const halfMonthMs = (MONTH_S / 2) * 1_000;
    const from = found.currentPeriodEnd.getTime() - halfMonthMs;
    fake.setClock(new Date(from));
    await stripe.changePlan({ subscriptionId: id, plan: 'starter', cents: 500, when: 'now' }, signal);
    const before = fake.intents.size;
    fake.setClock(new Date(from + halfMonthMs));
    await stripe.changePlan({ subscriptionId: id, plan: 'developer', cents: 7_900, when: 'now' }, signal);
    const intents = [...fake.intents.values()];
    assert.deepEqual(
      intents.slice(before).map(({ amount }) => amount),
      [7_900 - 250],
    );
    const renewed = await stripe.findSubscription(id, signal);
    assert.equal(renewed?.currentPeriodEnd?.getTime(), from + halfMonthMs + MONTH_S * 1_000, 'a new period');
    await stripe.changePlan({ subscriptionId: id, plan: 'developer', cents: 7_900, when: 'now' }, signal);
    assert.equal(fake.intents.size, before + 1, 'the same plan is not charged again');

    await stripe.changePlan(
      { subscriptionId: id, plan: 'creator', cents: 1_800, when: 'period_end' },
      signal,
    );
    assert.deepEqual(await at(), ['active', 'developer', false], 'paid for until the end of the period');
    fake.endPeriod(id);
    assert.deepEqual(await at(), ['active', 'creator', false]);

    await stripe.changePlan({ subscriptionId: id, plan: 'starter', cents: 500, when: 'period_end' }, signal);
    await stripe.cancelAtPeriodEnd(id, signal);
    assert.deepEqual(await at(), ['active', 'creator', true], 'canceling replaces the downgrade');
    fake.endPeriod(id);
    assert.equal((await at())[0], 'canceled');
    assert.equal(await stripe.findSubscription('sub_none', signal), null);
  });

  test('an upgrade that the card cannot pay changes nothing', async () => {
    const { sessionId } = await stripe.openPage(
      orderOf('vox-6', { plan: 'starter', amountMinor: 500 }),
      signal,
    );
    fake.pay(sessionId);
    const subscription = [...fake.subscriptions.values()].at(-1);
    assert.ok(subscription);
    fake.setDeclined(subscription.customer, true);
    const change = { subscriptionId: subscription.id, plan: 'developer', cents: 7_900, when: 'now' as const };
    await assert.rejects(stripe.changePlan(change, signal), CardDeclined);
    assert.equal((await stripe.findSubscription(subscription.id, signal))?.plan, 'starter');
  });

  test('the portal opens for the customer', async () => {
    const { url } = await stripe.openPortal('cus_saved', 'https://voice.example.com/billing', signal);
    assert.match(url, /^https:\/\/portal/);
    assert.deepEqual(lastForm(), { customer: 'cus_saved', return_url: 'https://voice.example.com/billing' });
  });

  test('events come oldest first and payments over all pages', async () => {
    for (let index = 0; index < 120; index += 1) {
      fake.charge({ customer: 'cus_saved', amount: '500', metadata: { reference: `page-${index}` } });
    }
    const events = await all(stripe.listEvents(LONG_AGO, signal));
    assert.deepEqual(
      events.map(({ id }) => id),
      fake.events.map(({ id }) => id),
    );
    const ofNoInvoice = [...fake.intents.values()].filter((intent) => !('invoice' in intent));
    assert.ok(ofNoInvoice.length < fake.intents.size);
    assert.deepEqual(
      (await all(stripe.listPayments(LONG_AGO, signal))).map(({ id }) => id),
      ofNoInvoice.map(({ id }) => id).reverse(),
    );
    assert.deepEqual(await all(stripe.listEvents(new Date('2100-01-01'), signal)), []);
  });

  test('a slow, failing, malformed or broken reply is provider_failed', async () => {
    for (const misbehaviour of ['slow', 'error', 'malformed', 'hangup'] as const) {
      // Sent twice by the package, with one idempotency key.
      fake.misbehave(misbehaviour, misbehaviour);
      const asked = misbehaviour === 'slow' ? hasty : stripe;
      await assert.rejects(
        asked.openPortal('cus_saved', 'https://voice.example.com', signal),
        (error) => error instanceof ProviderFailed && error.code === 'provider_failed',
        misbehaviour,
      );
      fake.behave();
    }
  });

  test('one lost reply costs nothing: the repeated request has the same idempotency key', async () => {
    const count = fake.intents.size;
    const charge = { customerId: 'cus_saved', cents: 700, idempotencyKey: 'key-4', metadata: {} };
    fake.misbehave('hangup');
    assert.equal((await stripe.chargeSaved(charge, signal)).status, 'succeeded');
    assert.equal(fake.intents.size, count + 1);
  });

  test('a caller that goes away is not kept waiting', async () => {
    fake.misbehave('slow', 'slow');
    const gone = AbortSignal.timeout(50);
    await assert.rejects(stripe.findSubscription('sub_1', gone), { name: 'TimeoutError' });
  });
});

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
