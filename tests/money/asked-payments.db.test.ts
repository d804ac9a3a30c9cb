import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { askForPayments } from '../../src/money/payment-events/index.ts';
import { fakeEbanx } from '../../src/money/providers/ebanx/testing.ts';
import { openProviders } from '../../src/money/providers/index.ts';
import { type FakeServer, openFakeServer } from '../../src/money/providers/testing/fake-server.ts';
import { openCustomer, stranger } from '../support/customer.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const rail = fakeEbanx({ integrationKey: 'sk_e' });
let ebanx: FakeServer;
let service: TestService;
before(async () => {
  ebanx = await openFakeServer(rail.answer);
  const settings = { EBANX_INTEGRATION_KEY: 'sk_e', EBANX_API_URL: ebanx.url };
  service = await openTestService({ production: true, settings });
});
after(async () => {
  await service.close();
  await ebanx.close();
});

test('in production, a payment through EBANX is credited seconds after the customer comes back', async () => {
  const { clock, config } = service;
  const { byKey, figures } = await openCustomer(service);
  const ordered = await byKey('POST', '/api/billing/topup', { amountUsd: 25, provider: 'ebanx' });
  assert.equal(ordered.statusCode, 200, ordered.body);
  const [payment] = rail.payments.values();
  assert.ok(payment);
  const ask = async () => {
    const { payments, invoicing } = config;
    const providers = openProviders(payments, config);
    const never = new AbortController().signal;
    await askForPayments({ ...service, production: true, payments, invoicing, providers }, never);
    return (await figures()).creditBalanceCents;
  };
  payment.status = rail.paid;
  clock.advanceMs(20_000);
  assert.equal(await ask(), 0, 'not within the first minute');

  const { response_url } = JSON.parse(ebanx.requests[0]?.body ?? '');
  const { pathname } = new URL(response_url);
  const back = await stranger(service)('GET', `${pathname}?hash=1&merchant_payment_code=2`);
  assert.equal(back.statusCode, 200);
  assert.match(back.body, /You can close this page/);
  for (const wrong of ['nobody', 'x'.repeat(90)])
    assert.equal((await stranger(service)('GET', `/billing/return/${wrong}`)).statusCode, 200);
  assert.equal(await ask(), 2_500);
  assert.equal(await ask(), 2_500);
});
