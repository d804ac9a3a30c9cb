import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { deliver, fromPaystack, SETTINGS } from '../../src/money/payment-events/testing/deliveries.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, openAdmin, openCustomer } from '../support/customer.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

describe('payment webhooks for administrators', () => {
  let service: TestService;
  let admin: Admin;
  before(async () => {
    service = await openTestService({ settings: SETTINGS, production: true });
    admin = await openAdmin(service);
  });
  after(() => service.close());

  const pay = (reference: string, email: string, currency: string) => {
    const data = { reference, amount: 5_000, currency, customer: { email }, plan: 'starter' };
    return deliver(service.app, fromPaystack({ event: 'charge.success', data }));
  };
  const list = async (query: string) => {
    const reply = await admin.call('GET', `/api/admin/payment-events?${query}`);
    return reply.json<{ payment_events: { id: string; reference: string; note: string }[] }>().payment_events;
  };

  test('a held payment is listed, shown with its payload, and released once', async () => {
    const customer = await openCustomer(service);
    await pay('held-1', customer.email, 'KES');
    const [event] = await list('status=held&provider=paystack');
    assert.deepEqual([event?.reference, event?.note], ['held-1', 'no rate for KES']);
    const url = `/api/admin/payment-events/${event?.id}`;
    const { payload } = (await admin.call('GET', url)).json<{ payload: string }>();
    assert.equal(JSON.parse(payload).data.currency, 'KES');
    const release = { cents: 39, note: 'rate of the day' };
    const released = await admin.call('POST', `${url}/release`, release);
    assert.equal(released.json<{ status: string }>().status, 'acted');
    assertError(await admin.call('POST', `${url}/release`, release), 409, 'event_not_held');
    assertError(await admin.call('POST', `${url}/replay`), 409, 'event_settled');
    const { user } = (await customer.bySession('GET', '/api/me')).json();
    assert.deepEqual(
      [user.creditBalanceCents, user.plan],
      [39, 'free'],
      'credit, not the plan that it names',
    );
  });

  test('a payment of nobody known can be replayed once they sign up, or released to an account', async () => {
    const late = 'late@example.com';
    assert.equal((await pay('late-1', late, 'USD')).body.ignored, true);
    const [event] = await list('status=held');
    const customer = await openCustomer(service, late);
    const url = `/api/admin/payment-events/${event?.id}`;
    assert.equal((await admin.call('POST', `${url}/replay`)).json<{ status: string }>().status, 'acted');
    assert.equal((await customer.figures()).creditBalanceCents, 5_000);
    await pay('lost-1', 'nobody@example.com', 'USD');
    const [lost] = await list('status=held');
    const release = { cents: 5_000, note: 'wrote to us', account_id: customer.accountId };
    await admin.call('POST', `/api/admin/payment-events/${lost?.id}/release`, release);
    assert.equal((await customer.figures()).creditBalanceCents, 10_000);
  });

  test('an unknown event is 404, and nobody but administrators may look', async () => {
    assertError(await admin.call('GET', '/api/admin/payment-events/x'), 404, 'event_not_found');
    const customer = await openCustomer(service);
    assertError(await customer.bySession('GET', '/api/admin/payment-events'), 403, 'admin_only');
  });
});
