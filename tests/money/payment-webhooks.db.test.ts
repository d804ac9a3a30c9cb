import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import {
  cardEvent,
  deliver,
  fromDlocal,
  fromFlutterwave,
  fromPaystack,
  fromStripe,
  type Request,
  requestOf,
  SETTINGS,
  timestamped,
} from '../../src/money/payment-events/testing/deliveries.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const NOT_SET = {};

describe('inbound payment webhooks, as the specification lists them', () => {
  let service: TestService;
  let customer: Customer;
  let setPlan: (plan: string) => Promise<unknown>;
  before(async () => {
    service = await openTestService({ settings: SETTINGS });
    customer = await openCustomer(service);
    const admin = await openAdmin(service);
    setPlan = (plan) => admin.setPlan(customer, plan);
    // Every event of a subscription names its customer, whom the first checkout made known.
    await card('checkout.session.completed', {
      customer: 'cus_1',
      metadata: { plan: 'starter', ...userId() },
    });
  });
  after(() => service.close());

  const userId = () => ({ service_user_id: customer.accountId });
  const send = (request: Request) => deliver(service.app, request);
  const card = async (type: string, object: object) =>
    send(fromStripe(cardEvent(type, object), service.clock.now()));
  const me = async () => {
    const { user } = (await customer.bySession('GET', '/api/me')).json();
    return user as { plan: string; creditBalanceCents: number; credits: { used: number; included: number } };
  };
  const subscription = (status: string, plan?: string) =>
    card('customer.subscription.updated', { customer: 'cus_1', status, metadata: { plan } });

  describe('the plan table', () => {
    for (const plan of ['starter', 'creator', 'developer'])
      test(`any plan, checkout.session.completed with metadata.plan ${plan}: ${plan}`, async () => {
        for (const from of ['free', 'suspended', 'developer']) {
          await setPlan(from);
          const reply = await card('checkout.session.completed', {
            customer: 'cus_1',
            metadata: { plan, ...userId() },
          });
          assert.deepEqual(reply, { status: 200, body: { received: true } });
          assert.equal((await me()).plan, plan, from);
        }
      });

    test('checkout.session.completed without metadata.plan moves nothing', async () => {
      await setPlan('starter');
      await card('checkout.session.completed', { customer: 'cus_1', metadata: userId() });
      assert.equal((await me()).plan, 'starter');
    });

    for (const from of ['free', 'suspended'])
      test(`${from}, invoice.paid: creator`, async () => {
        await setPlan(from);
        assert.deepEqual(await card('invoice.paid', { customer: 'cus_1', amount_paid: 1_800 }), {
          status: 200,
          body: { received: true },
        });
        assert.equal((await me()).plan, 'creator');
      });

    test('any other plan, invoice.paid: the plan stays and the counters of the cycle start again', async () => {
      await setPlan('starter');
      await customer.speak();
      assert.notEqual((await me()).credits.used, 0);
      await card('invoice.paid', { customer: 'cus_1', amount_paid: 500 });
      const { plan, credits } = await me();
      assert.deepEqual([plan, credits.used, credits.included], ['starter', 0, 36_000]);
    });

    test('any plan, invoice.payment_failed: suspended', async () => {
      for (const from of ['free', 'starter', 'developer', 'suspended']) {
        await setPlan(from);
        await card('invoice.payment_failed', { customer: 'cus_1' });
        assert.equal((await me()).plan, 'suspended', from);
      }
    });

    test('any plan, customer.subscription.updated, active: the value of metadata.plan', async () => {
      for (const [from, plan] of [
        ['free', 'developer'],
        ['suspended', 'starter'],
        ['developer', 'creator'],
      ] as const) {
        await setPlan(from);
        await subscription('active', plan);
        assert.equal((await me()).plan, plan);
      }
    });

    for (const [status, plan] of [
      ['canceled', 'free'],
      ['unpaid', 'free'],
      ['past_due', 'suspended'],
      ['incomplete', 'suspended'],
    ] as const)
      test(`any plan, customer.subscription.updated, ${status}: ${plan}`, async () => {
        for (const from of ['creator', 'suspended', 'free']) {
          await setPlan(from);
          await subscription(status, 'creator');
          assert.equal((await me()).plan, plan, from);
        }
      });

    test('any plan, customer.subscription.deleted: free', async () => {
      for (const from of ['creator', 'suspended']) {
        await setPlan(from);
        await card('customer.subscription.deleted', { customer: 'cus_1' });
        assert.equal((await me()).plan, 'free', from);
      }
    });

    test('any plan, a payment of provider B, C or D that carries a plan: that plan', async () => {
      const { email } = customer;
      const reference = randomUUID();
      const data = { currency: 'USD', customer: { email } };
      const requests: [string, Request][] = [
        [
          'starter',
          fromPaystack({
            event: 'charge.success',
            data: { ...data, reference, amount: 500, plan: 'starter' },
          }),
        ],
        [
          'creator',
          fromFlutterwave({
            event: 'charge.completed',
            data: { ...data, tx_ref: reference, amount: 18, plan: 'creator' },
          }),
        ],
        [
          'developer',
          fromDlocal({
            id: reference,
            status: 'APPROVED',
            amount: 79,
            currency: 'USD',
            payer: { email },
            plan: 'developer',
          }),
        ],
      ];
      for (const [plan, request] of requests) {
        await setPlan('suspended');
        assert.deepEqual(await send(request), { status: 200, body: { received: true, reference } });
        assert.equal((await me()).plan, plan);
      }
    });
  });

  describe('the card provider', () => {
    test('checkout.session.completed stores the customer id, by which later events find the profile', async () => {
      const other = await openCustomer(service);
      const metadata = { plan: 'starter', service_user_id: other.accountId };
      await card('checkout.session.completed', { customer: 'cus_other', metadata });
      await card('invoice.payment_failed', { customer: 'cus_other' });
      assert.equal((await other.bySession('GET', '/api/me')).json().user.plan, 'suspended');
    });

    test('payment_intent.succeeded adds amount_received to the balance of the e-mail address', async () => {
      const { creditBalanceCents } = await me();
      const byMetadata = { amount_received: 1_234, metadata: { service_user_email: customer.email } };
      assert.deepEqual(await card('payment_intent.succeeded', byMetadata), {
        status: 200,
        body: { received: true },
      });
      await card('payment_intent.succeeded', {
        amount_received: 66,
        receipt_email: customer.email.toUpperCase(),
      });
      assert.equal((await me()).creditBalanceCents, creditBalanceCents + 1_300);
    });

    test('a duplicate delivery is answered with duplicate true and acts once', async () => {
      const { creditBalanceCents } = await me();
      const event = cardEvent('payment_intent.succeeded', {
        amount_received: 500,
        receipt_email: customer.email,
      });
      const replies = await Promise.all([1, 2, 3].map(() => send(fromStripe(event, service.clock.now()))));
      assert.deepEqual(
        replies.map(({ status, body }) => [status, body.received, body.duplicate ?? false]).sort(),
        [
          [200, true, false],
          [200, true, true],
          [200, true, true],
        ],
      );
      assert.equal((await me()).creditBalanceCents, creditBalanceCents + 500);
    });

    test('an unknown event or profile is received, ignored and recorded', async () => {
      const ignored = { status: 200, body: { received: true, ignored: true } };
      assert.deepEqual(await card('customer.created', { id: 'cus_9' }), ignored);
      assert.deepEqual(await card('invoice.paid', { customer: 'cus_nobody' }), ignored);
      assert.deepEqual(
        await card('payment_intent.succeeded', { amount_received: 5, receipt_email: 'x@y.z' }),
        ignored,
      );
    });

    test('a missing, wrong, foreign or old signature is 400, and so is a body that is no event', async () => {
      const body = JSON.stringify(
        cardEvent('payment_intent.succeeded', { amount_received: 5, receipt_email: customer.email }),
      );
      const now = service.clock.now();
      const seconds = Math.floor(now.getTime() / 1_000);
      const before = (await me()).creditBalanceCents;
      const wrong: Record<string, string>[] = [
        {},
        { 'cardpay-signature': '' },
        { 'cardpay-signature': 't=1' },
        { 'cardpay-signature': `t=${seconds},v1=` },
        { 'cardpay-signature': `t=${seconds},v1=${'0'.repeat(64)}` },
        { 'cardpay-signature': `t=${seconds},v1=short` },
        { 'cardpay-signature': timestamped(body, now, 'another secret') },
        { 'cardpay-signature': timestamped(`${body} `, now) },
        { 'cardpay-signature': timestamped(body, new Date(now.getTime() - 301_000)) },
        { 'cardpay-signature': timestamped(body, new Date(now.getTime() + 301_000)) },
      ];
      for (const headers of wrong) {
        const reply = await service.app.inject({ method: 'POST', ...requestOf('cardpay', body, headers) });
        assertError(reply, 400, 'invalid_signature');
      }
      for (const text of ['', '{', '[]', '"x"', '{"type":1.5}', '{"type":"invoice.paid"}', '\ufeff{}']) {
        const reply = await service.app.inject({ method: 'POST', ...fromStripe(text, now) });
        assertError(reply, 400, 'invalid_payload');
      }
      const old = { 'cardpay-signature': timestamped(body, new Date(now.getTime() - 299_000)) };
      assert.equal((await send(requestOf('cardpay', body, old))).status, 200);
      assert.equal((await me()).creditBalanceCents, before + 5);
    });
  });

  describe('provider B', () => {
    const charge = (more: object = {}) => ({
      event: 'charge.success',
      data: {
        reference: randomUUID(),
        amount: 2_500,
        currency: 'USD',
        customer: { email: customer.email },
        ...more,
      },
    });

    test('charge.success adds data.amount divided by 100 and names the reference; a repetition is a duplicate', async () => {
      const before = (await me()).creditBalanceCents;
      const event = charge();
      const { reference } = event.data;
      assert.deepEqual(await send(fromPaystack(event)), { status: 200, body: { received: true, reference } });
      const again = await send(fromPaystack(event));
      assert.deepEqual([again.status, again.body.duplicate], [200, true]);
      assert.equal((await me()).creditBalanceCents, before + 2_500);
    });

    test('any other event is ignored', async () => {
      const reply = await send(fromPaystack({ ...charge(), event: 'charge.failed' }));
      assert.deepEqual([reply.status, reply.body.ignored], [200, true]);
    });

    test('without a reference the event and the address are the dedupe key', async () => {
      const event = charge({ reference: undefined });
      assert.deepEqual((await send(fromPaystack(event))).body, { received: true });
      assert.equal((await send(fromPaystack(event))).body.duplicate, true);
    });

    test('401 for a wrong signature, 400 without customer.email', async () => {
      const body = JSON.stringify(charge());
      const hex = createHmac('sha512', 'another key').update(body).digest('hex');
      for (const headers of [
        NOT_SET,
        { 'x-provb-signature': hex },
        { 'x-provb-signature': 'x' },
        { authorization: 'Bearer x' },
      ]) {
        const reply = await service.app.inject({ method: 'POST', ...requestOf('provb', body, headers) });
        assertError(reply, 401, 'invalid_signature');
      }
      const reply = await service.app.inject({ method: 'POST', ...fromPaystack(charge({ customer: {} })) });
      assertError(reply, 400, 'invalid_payload');
    });

    test('outside production the secret itself is accepted in either header', async () => {
      const before = (await me()).creditBalanceCents;
      for (const name of ['authorization', 'x-provb-signature']) {
        const request = requestOf('provb', JSON.stringify(charge()), { [name]: SETTINGS.PROVB_SECRET_KEY });
        assert.equal((await send(request)).status, 200, name);
      }
      assert.equal((await me()).creditBalanceCents, before + 5_000);
    });
  });

  describe('provider C', () => {
    const charge = (more: object = {}) => ({
      event: 'charge.completed',
      data: {
        tx_ref: randomUUID(),
        amount: 12.34,
        currency: 'USD',
        customer: { email: customer.email },
        ...more,
      },
    });

    test('charge.completed adds data.amount times 100 cents; a repetition is a duplicate', async () => {
      const before = (await me()).creditBalanceCents;
      const event = charge();
      const reference = event.data.tx_ref;
      assert.deepEqual(await send(fromFlutterwave(event)), {
        status: 200,
        body: { received: true, reference },
      });
      assert.equal((await send(fromFlutterwave(event))).body.duplicate, true);
      assert.equal((await me()).creditBalanceCents, before + 1_234);
    });

    test('401 for a wrong verif-hash, 400 without customer.email', async () => {
      for (const headers of [
        NOT_SET,
        { 'verif-hash': 'x' },
        { 'verif-hash': `${SETTINGS.PROVC_SECRET_HASH}x` },
      ]) {
        const request = requestOf('provc', JSON.stringify(charge()), headers);
        assertError(await service.app.inject({ method: 'POST', ...request }), 401, 'invalid_signature');
      }
      const reply = await service.app.inject({
        method: 'POST',
        ...fromFlutterwave(charge({ customer: { name: 'x' } })),
      });
      assertError(reply, 400, 'invalid_payload');
    });
  });

  describe('provider D', () => {
    const payment = (more: object = {}) => ({
      id: randomUUID(),
      status: 'APPROVED',
      amount: 7.5,
      currency: 'USD',
      payer: { email: customer.email },
      ...more,
    });

    test('an approved payment adds amount times 100 cents; a repetition is a duplicate', async () => {
      const before = (await me()).creditBalanceCents;
      const event = payment();
      assert.deepEqual(await send(fromDlocal(event)), {
        status: 200,
        body: { received: true, reference: event.id },
      });
      assert.equal((await send(fromDlocal(event))).body.duplicate, true);
      assert.equal((await me()).creditBalanceCents, before + 750);
    });

    test('the authorization header is accepted too', async () => {
      const { PROVD_WEBHOOK_SECRET: secret } = SETTINGS;
      for (const authorization of [secret, `Bearer ${secret}`]) {
        assert.equal(
          (await send(requestOf('provd', JSON.stringify(payment()), { authorization }))).status,
          200,
        );
      }
    });

    test('401 for a wrong signature, 400 without payer.email', async () => {
      for (const headers of [NOT_SET, { 'x-provd-signature': 'x' }, { authorization: 'Bearer' }]) {
        const request = requestOf('provd', JSON.stringify(payment()), headers);
        assertError(await service.app.inject({ method: 'POST', ...request }), 401, 'invalid_signature');
      }
      const reply = await service.app.inject({ method: 'POST', ...fromDlocal(payment({ payer: null })) });
      assertError(reply, 400, 'invalid_payload');
    });
  });
});

describe('inbound payment webhooks without secrets', () => {
  test('each is 503', async () => {
    const service = await openTestService();
    for (const request of [
      fromStripe({}, service.clock.now()),
      fromPaystack({}),
      fromFlutterwave({}),
      fromDlocal({}),
    ]) {
      assertError(await service.app.inject({ method: 'POST', ...request }), 503, 'webhook_not_configured');
    }
    await service.close();
  });
});
