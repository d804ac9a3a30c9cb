import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { type FakeStripe, openFakeStripe } from '../../src/money/providers/stripe/testing/fake-stripe.ts';
import type { StripeEvent } from '../../src/money/providers/stripe/testing/stripe-books.ts';
import { openSession, sessionCookieName } from '../../src/tenancy/sessions/index.ts';
import { type Customer, openCustomer, stranger } from '../support/customer.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const SECRETS = { secretKey: 'sk_test', webhookSecret: 'whsec_test' };

describe('the life of a subscription, in production against a fake Stripe', () => {
  let stripe: FakeStripe;
  let service: TestService;
  let customer: Customer;
  before(async () => {
    stripe = await openFakeStripe(SECRETS);
    service = await openTestService({
      production: true,
      settings: {
        CARDPAY_SECRET_KEY: SECRETS.secretKey,
        CARDPAY_WEBHOOK_SECRET: SECRETS.webhookSecret,
        CARDPAY_API_URL: stripe.url,
      },
    });
    stripe.setClock(service.clock.now());
    customer = await openCustomer(service);
  });
  after(async () => {
    await service.close();
    await stripe.close();
  });

  async function deliver(events: StripeEvent[]): Promise<void> {
    for (const event of events) {
      const { headers, body } = stripe.sign(event, service.clock.now());
      const reply = await service.app.inject({
        method: 'POST',
        url: '/api/webhooks/cardpay',
        headers: { ...headers, 'content-type': 'application/json' },
        payload: body,
      });
      assert.equal(reply.statusCode, 200, `${event.type}: ${reply.body}`);
    }
  }

  /** The events since the last time. */
  let seen = 0;
  const news = () => {
    const events = stripe.events.slice(seen);
    seen = stripe.events.length;
    return events;
  };
  const buy = async (plan: string) => {
    const reply = await customer.byKey('POST', '/api/billing/checkout', { plan });
    assert.equal(reply.statusCode, 200, reply.body);
    return reply.json();
  };
  /** Months pass, so that every look needs a new session. */
  const me = async () => {
    const { db, clock, secrets } = service;
    const { sessionSecret } = secrets;
    const session = await openSession({ db, clock, sessionSecret }, customer.accountId);
    const cookie = `${sessionCookieName(true)}=${session.cookie}`;
    const { user } = (await stranger(service)('GET', '/api/me', undefined, { cookie })).json();
    return { plan: user.plan, cents: user.creditBalanceCents, next: user.scheduledPlan?.plan ?? null };
  };
  const endPeriod = async () => {
    const [subscription] = stripe.subscriptions.values();
    assert.ok(subscription);
    const end = subscription.items.data[0]?.current_period_end ?? 0;
    service.clock.advanceMs(end * 1000 - service.clock.now().getTime());
    stripe.endPeriod(subscription.id);
    await deliver(news());
  };

  test('checkout, renewal, upgrade, downgrade, a failed card, and the end', async () => {
    const { session_id, url } = await buy('starter');
    assert.match(url, /^https:\/\/checkout\.example\.com/);
    assert.deepEqual(await me(), { plan: 'free', cents: 0, next: null });
    stripe.pay(session_id);
    await deliver(news());
    assert.deepEqual(await me(), { plan: 'starter', cents: 0, next: null }, 'the invoice is no credit');

    await endPeriod();
    assert.equal((await me()).plan, 'starter');

    await buy('developer');
    await deliver(news());
    assert.deepEqual(await me(), { plan: 'developer', cents: 0, next: null });

    await buy('creator');
    await deliver(news());
    assert.deepEqual(await me(), { plan: 'developer', cents: 0, next: 'creator' });
    await endPeriod();
    assert.deepEqual(await me(), { plan: 'creator', cents: 0, next: null });

    const [subscription] = stripe.subscriptions.values();
    stripe.setDeclined(subscription?.customer ?? '', true);
    await endPeriod();
    assert.equal((await me()).plan, 'suspended');
    stripe.setDeclined(subscription?.customer ?? '', false);
    await endPeriod();
    assert.equal((await me()).plan, 'creator');

    await buy('free');
    await deliver(news());
    assert.deepEqual(await me(), { plan: 'creator', cents: 0, next: 'free' });
    await endPeriod();
    assert.deepEqual(await me(), { plan: 'free', cents: 0, next: null });

    const [first] = stripe.subscriptions.keys();
    assert.equal(stripe.subscriptions.size, 1, `one subscription all along: ${first}`);
    assert.deepEqual(await verifyLedger(service.db), []);
    assert.deepEqual(
      stripe.requests.filter(({ method }) => method === 'POST').map(({ path }) => path.replace(/_\d+/, '')),
      [
        '/v1/checkout/sessions',
        '/v1/subscriptions/sub',
        '/v1/subscription_schedules',
        '/v1/subscription_schedules/sub_sched',
        '/v1/subscriptions/sub',
      ],
    );
  });

  test('a top-up is credited once, and the saved card can be charged for the next', async () => {
    const reply = await customer.byKey('POST', '/api/billing/topup', { amountUsd: 20 });
    const { session_id } = reply.json();
    stripe.pay(session_id);
    const events = news();
    await deliver(events);
    await deliver(events);
    assert.equal((await me()).cents, 2_000);
    const portal = await customer.byKey('POST', '/api/billing/portal', {});
    assert.deepEqual([portal.statusCode, portal.json()], [200, { url: 'https://portal.example.com/' }]);
  });
});
