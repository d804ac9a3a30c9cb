import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import type { FoundPayment, ProviderApi } from '../providers/index.ts';
import { actOnStoredEvents } from './index.ts';
import { openPaymentBench, type PaymentBench } from './testing/bench.ts';
import {
  cardEvent,
  fromFlutterwave,
  fromPaystack,
  fromStripe,
  requestOf,
  SETTINGS,
} from './testing/deliveries.ts';

describe('payments', () => {
  let bench: PaymentBench;
  before(async () => {
    bench = await openPaymentBench();
  });
  after(() => bench.close());

  test('the payment of a subscription’s invoice is not a second credit', async () => {
    const { id, email } = await bench.customer();
    const payment = { amount_received: 1_800, receipt_email: email };
    for (const more of [
      { invoice: 'in_1' },
      { invoice: { id: 'in_1' } },
      { description: 'Subscription creation' },
    ])
      assert.equal(
        (await bench.card('payment_intent.succeeded', { id: 'pi_s', ...payment, ...more })).body.ignored,
        true,
      );
    assert.equal(await bench.cents(id), 0);
  });

  test('one payment that two events report is credited once', async () => {
    const { id, email } = await bench.customer();
    const payment = { id: 'pi_twice', amount_received: 700, receipt_email: email };
    await bench.card('payment_intent.succeeded', payment);
    await bench.card('payment_intent.succeeded', payment);
    assert.equal(await bench.cents(id), 700);
  });

  test('a session whose payment is still open waits for it', async () => {
    const { id } = await bench.customer();
    const session = { customer: 'cus_w', metadata: { plan: 'creator', service_user_id: id } };
    await bench.card('checkout.session.completed', { ...session, payment_status: 'unpaid' }, 1);
    assert.equal(await bench.plan(id), 'free');
    await bench.card('checkout.session.async_payment_succeeded', { ...session, payment_status: 'paid' }, 2);
    assert.equal(await bench.plan(id), 'creator');
  });

  test('what the providers really send is accepted', async () => {
    const { id, email } = await bench.customer();
    const intent = cardEvent('payment_intent.succeeded', {
      id: 'pi_real',
      amount_received: 1,
      receipt_email: email,
    });
    const { payload, headers } = fromStripe(intent, bench.clock.now());
    const signature = { 'stripe-signature': headers['cardpay-signature'] ?? '' };
    assert.equal((await bench.send(requestOf('cardpay', payload, signature))).status, 200);

    const charge = {
      reference: 'p_real',
      amount: 10,
      currency: 'USD',
      customer: { email },
      plan: { name: 'Starter' },
    };
    const b = fromPaystack({ event: 'charge.success', data: charge });
    const sameSignature = { 'x-paystack-signature': b.headers['x-provb-signature'] ?? '' };
    assert.equal((await bench.send(requestOf('provb', b.payload, sameSignature))).status, 200);
    assert.equal(await bench.plan(id), 'starter');

    const four = {
      type: 'charge.completed',
      data: { reference: 'f_real', status: 'succeeded', amount: 1, currency: 'USD', customer: { email } },
    };
    const body = JSON.stringify(four);
    const base64 = createHmac('sha256', SETTINGS.PROVC_SECRET_HASH).update(body).digest('base64');
    const c = await bench.send(requestOf('provc', body, { 'flutterwave-signature': base64 }));
    assert.deepEqual(c, { status: 200, body: { received: true, reference: 'f_real' } });
    const wrong = { 'flutterwave-signature': `${base64}=`, 'verif-hash': SETTINGS.PROVC_SECRET_HASH };
    assert.equal((await bench.send(requestOf('provc', body, wrong))).status, 401);

    const paid = JSON.stringify({
      id: 'd_real',
      status: 'PAID',
      amount: 10,
      currency: 'USD',
      payer: { email },
    });
    const login = 'login';
    const date = '2026-01-15T12:00:00.000Z';
    const hex = createHmac('sha256', SETTINGS.PROVD_WEBHOOK_SECRET)
      .update(login + date + paid)
      .digest('hex');
    const dLocal = { 'x-login': login, 'x-date': date, authorization: `V2-HMAC-SHA256, Signature: ${hex}` };
    assert.equal((await bench.send(requestOf('provd', `${paid} `, dLocal))).status, 401);
    assert.equal((await bench.send(requestOf('provd', paid, dLocal))).status, 200);
    assert.equal(await bench.cents(id), 1 + 10 + 100 + 1_000);
  });

  test('a charge that failed is ignored, and the same reference may succeed later', async () => {
    const { id, email } = await bench.customer();
    const data = { tx_ref: 'retry', amount: 5, currency: 'USD', customer: { email } };
    const failed = await bench.send(
      fromFlutterwave({ event: 'charge.completed', data: { ...data, status: 'failed' } }),
    );
    assert.equal(failed.body.ignored, true);
    await bench.send(fromFlutterwave({ event: 'charge.completed', data: { ...data, status: 'successful' } }));
    assert.equal(await bench.cents(id), 500);
  });

  test('amounts that cannot be are 400: negative, fractions of a cent, endless, missing', async () => {
    const { email } = await bench.customer();
    for (const amount of [-5, 1.5, 1e300, null, '1e3', {}, '']) {
      const data = { reference: `odd ${amount}`, amount, currency: 'USD', customer: { email } };
      assert.equal(
        (await bench.send(fromPaystack({ event: 'charge.success', data }))).status,
        400,
        String(amount),
      );
    }
  });

  test('names of any length and kind are stored or refused, never an error', async () => {
    const { email } = await bench.customer();
    for (const reference of ['r'.repeat(100_000), 'a\0b', '\ud800', ' ', 'ä€😀']) {
      const data = { reference, amount: 1, currency: 'USD', customer: { email: `${email}\0` } };
      assert.equal((await bench.send(fromPaystack({ event: 'charge.success', data }))).status, 400);
      const event = { event: 'charge.success', data: { ...data, customer: { email } } };
      assert.equal((await bench.send(fromPaystack(event))).status, 200, reference.slice(0, 9));
      assert.equal((await bench.send(fromPaystack({ event: reference, data: {} }))).status, 200);
    }
  });

  test('a delivery is parsed once on its way from the route to the ledger', async (context) => {
    const { id, email } = await bench.customer();
    const data = { reference: 'once', amount: 700, currency: 'USD', customer: { email } };
    const request = fromPaystack({ event: 'charge.success', data });
    const parse = context.mock.method(JSON, 'parse');
    assert.equal((await bench.send(request)).status, 200);
    const parsed = parse.mock.calls.filter(({ arguments: [text] }) => text === request.payload);
    parse.mock.restore();
    assert.equal(parsed.length, 1);
    assert.equal(await bench.cents(id), 700);
  });

  test('of two bodies with one key, the one that was stored first counts, whoever acts on it', async () => {
    const { id, email } = await bench.customer();
    const eventOf = (amount: number) => ({
      event: 'charge.completed',
      data: { tx_ref: 'two-bodies', amount, currency: 'USD', customer: { email } },
    });
    await sql`INSERT INTO payment_events (id, provider, dedupe_key, type, payload, body_signed, due_at, received_at)
      VALUES (gen_random_uuid(), 'flutterwave', 'payment:two-bodies', 'charge.completed',
        ${JSON.stringify(eventOf(9))}, false, ${bench.clock.now()}, ${bench.clock.now()})`.execute(bench.db);
    assert.equal((await bench.send(fromFlutterwave(eventOf(9_000)))).status, 200);
    assert.equal(await bench.cents(id), 900);
    assert.deepEqual(await bench.differences(), []);
  });

  test('an event that was stored and not acted on is acted on by the sweep, once', async () => {
    const { id, email } = await bench.customer();
    const event = cardEvent('payment_intent.succeeded', {
      id: 'pi_sweep',
      amount_received: 900,
      receipt_email: email,
    });
    await sql`INSERT INTO payment_events (id, provider, dedupe_key, type, payload, body_signed, due_at, received_at)
      VALUES (gen_random_uuid(), 'stripe', ${event.id}, ${event.type}, ${JSON.stringify(event)}, true,
        ${bench.clock.now()}, ${bench.clock.now()})`.execute(bench.db);
    assert.deepEqual(
      await Promise.all([actOnStoredEvents(bench.deps), actOnStoredEvents(bench.deps)]).then((all) =>
        all.toSorted(),
      ),
      [0, 1],
    );
    assert.equal(await bench.cents(id), 900);
    assert.equal((await bench.send(fromStripe(event, bench.clock.now()))).body.duplicate, true);
    assert.equal(await bench.cents(id), 900);
  });

  test('the books balance after all of this', async () => {
    assert.deepEqual(await bench.differences(), []);
  });
});

describe('payments in production', () => {
  let bench: PaymentBench;
  before(async () => {
    bench = await openPaymentBench({
      production: true,
      settings: { PAYMENT_RATES: 'NGN:0.00065,JPY:0.0067' },
    });
  });
  after(() => bench.close());

  const charge = (email: string, currency: string, amount: number) =>
    bench.send(
      fromPaystack({
        event: 'charge.success',
        data: { reference: `${currency}${amount}`, amount, currency, customer: { email } },
      }),
    );

  test('another currency is converted by PAYMENT_RATES', async () => {
    const { id, email } = await bench.customer();
    await charge(email, 'NGN', 1_000_000);
    assert.equal(await bench.cents(id), 650);
    await bench.card('payment_intent.succeeded', {
      id: 'pi_yen',
      amount_received: 1_000,
      currency: 'jpy',
      receipt_email: email,
    });
    assert.equal(await bench.cents(id), 650 + 670);
  });

  test('a currency without a rate is answered as usual, recorded and held', async () => {
    const { id, email } = await bench.customer();
    assert.deepEqual(await charge(email, 'GHS', 5_000), {
      status: 200,
      body: { received: true, reference: 'GHS5000' },
    });
    assert.equal(await bench.cents(id), 0);
    const { status, note } = (await bench.outcomes()).at(-1) ?? {};
    assert.deepEqual([status, note], ['held', 'no rate for GHS']);
  });

  test('the secret itself is no signature of Paystack', async () => {
    const { email } = await bench.customer();
    const body = JSON.stringify({
      event: 'charge.success',
      data: { reference: 'x', amount: 1, customer: { email } },
    });
    const authorization = SETTINGS.PROVB_SECRET_KEY;
    assert.equal((await bench.send(requestOf('provb', body, { authorization }))).status, 401);
  });
});

describe('payments whose signature does not cover the body', () => {
  let bench: PaymentBench;
  let found: Partial<FoundPayment> | null | Error;
  before(async () => {
    const findPayment = async () => {
      if (found instanceof Error) throw found;
      return found as FoundPayment | null;
    };
    const flutterwave = { name: 'flutterwave', findPayment } as unknown as ProviderApi;
    bench = await openPaymentBench({ providers: { flutterwave } });
  });
  after(() => bench.close());
  beforeEach(() => {
    found = null;
  });

  const charge = (tx_ref: string, email: string) =>
    bench.send(
      fromFlutterwave({
        event: 'charge.completed',
        data: { tx_ref, amount: 5, currency: 'USD', customer: { email } },
      }),
    );

  test('are credited when the provider’s API confirms them', async () => {
    const { id, email } = await bench.customer();
    found = { status: 'paid', amountMinor: 500, currency: 'USD' };
    assert.deepEqual((await charge('confirmed', email)).body, { received: true, reference: 'confirmed' });
    assert.equal(await bench.cents(id), 500);
  });

  test('are not credited when it knows no such payment, or a failed one', async () => {
    const { id, email } = await bench.customer();
    assert.equal((await charge('invented', email)).body.ignored, true);
    found = { status: 'failed', amountMinor: 500, currency: 'USD' };
    assert.equal((await charge('failed', email)).body.ignored, true);
    assert.equal(await bench.cents(id), 0);
  });

  test('are held when it has another amount or currency', async () => {
    const { id, email } = await bench.customer();
    found = { status: 'paid', amountMinor: 5, currency: 'USD' };
    await charge('less', email);
    found = { status: 'paid', amountMinor: 500, currency: 'NGN' };
    await charge('elsewhere', email);
    assert.equal(await bench.cents(id), 0);
    const outcomes = (await bench.outcomes()).slice(-2);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['held', 'held'],
    );
  });

  test('wait while it does not answer, or calls them pending; the sweep asks again', async () => {
    const { id, email } = await bench.customer();
    found = new Error('timed out');
    assert.equal((await charge('slow', email)).status, 200);
    found = { status: 'pending', amountMinor: 500, currency: 'USD' };
    bench.clock.advanceMs(60_000);
    assert.equal(await actOnStoredEvents(bench.deps), 1);
    assert.equal(await bench.cents(id), 0);
    found = { status: 'paid', amountMinor: 500, currency: 'USD' };
    assert.equal(await actOnStoredEvents(bench.deps), 0);
    bench.clock.advanceMs(60_000);
    assert.equal(await actOnStoredEvents(bench.deps), 1);
    assert.equal(await bench.cents(id), 500);
  });
});
