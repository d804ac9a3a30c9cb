import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MEGABYTE } from '../../src/platform/megabyte.ts';
import { assertError } from '../support/assert-error.ts';
import {
  type Admin,
  type Customer,
  HELLO,
  HELLO_CREDITS,
  openAdmin,
  openCustomer,
  stranger,
} from '../support/customer.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const PLANS = [
  { plan: 'free', credits: 12_000, centsPer5000Credits: 20, routing: 50 },
  { plan: 'starter', credits: 36_000, centsPer5000Credits: 20, routing: 500 },
  { plan: 'creator', credits: 145_000, centsPer5000Credits: 17.5, routing: 2_000 },
  { plan: 'developer', credits: 720_000, centsPer5000Credits: 16, routing: 10_000 },
];

describe('limits, as the specification lists them', () => {
  let service: TestService;
  let admin: Admin;
  before(async () => {
    service = await openTestService();
    admin = await openAdmin(service);
  });
  after(() => service.close());

  const topUp = (to: Customer, amountUsd: unknown) => to.byKey('POST', '/api/billing/topup', { amountUsd });
  const checkout = (to: Customer, plan: string) => to.byKey('POST', '/api/billing/checkout', { plan });

  test('1 audio character = 1 credit, counted in code points after NFC', async () => {
    const customer = await openCustomer(service);
    const texts = { 'Hello.': 6, 'Caf\u0065\u0301': 4, 'Hi 🙂': 4 };
    let used = 0;
    for (const [text, characters] of Object.entries(texts)) {
      const reply = await customer.speak({ text });
      assert.equal(reply.statusCode, 200, reply.body);
      assert.equal(reply.headers['x-characters'], String(characters));
      assert.equal(reply.headers['x-model'], 'kokoro-82m');
      used += characters;
    }
    assert.equal((await customer.figures()).credits.used, used);
  });

  test('Maximum text per cloud API request 5,000 characters', async () => {
    const { speak, figures } = await openCustomer(service);
    const most = 'word '.repeat(1_000);
    assertError(await speak({ text: `${most}!` }), 400, 'text_too_long');
    assert.equal((await figures()).credits.used, 0);
    assert.equal((await speak({ text: most })).headers['x-characters'], '5000');
  });

  test('Minimum top-up 5 USD', async () => {
    const customer = await openCustomer(service);
    for (const amount of [4.99, 0, -5]) assertError(await topUp(customer, amount), 400, 'invalid_amount');
    for (const amount of ['5', null, [5], undefined]) assertError(await topUp(customer, amount), 400);
    const reply = await topUp(customer, 5);
    assert.deepEqual(reply.json(), { demo: true, amount_cents: 500, creditBalanceCents: 500 });
  });

  test('Batch request payload 1.5 MB, the cap of every JSON body', async () => {
    const { byKey } = await openCustomer(service);
    const ofBytes = (bytes: number) => JSON.stringify({ name: 'x'.repeat(bytes - '{"name":""}'.length) });
    assertError(await byKey('POST', '/api/v1/tts', ofBytes(1.5 * MEGABYTE + 1)), 400, 'upload_too_large');
    assertError(await byKey('POST', '/api/v1/tts', ofBytes(1.5 * MEGABYTE)), 400, 'invalid_request');
  });

  test('Default starting balance: 50 routing credits', async () => {
    const { bySession } = await openCustomer(service);
    assert.equal((await bySession('GET', '/api/me')).json().user.routingCredits, 50);
  });

  for (const { plan, credits, centsPer5000Credits, routing } of PLANS) {
    test(`Plan ${plan}: ${credits} credits per month, ${centsPer5000Credits / 500} USD per 1,000 after them`, async () => {
      const customer = await openCustomer(service);
      assert.deepEqual((await checkout(customer, plan)).json(), { provider: 'demo', plan, demo: true });
      const { user } = (await customer.bySession('GET', '/api/me')).json();
      assert.deepEqual([user.plan, user.credits.included, user.routingCredits], [plan, credits, routing]);
      await topUp(customer, 5);
      await admin.leave(customer, 0);
      assert.equal((await customer.speak({ text: 'five '.repeat(1_000) })).statusCode, 200);
      const { creditBalanceCents } = await customer.figures();
      assert.equal(creditBalanceCents, Math.floor(500 - centsPer5000Credits));
    });
  }

  test('A charge takes what is left of the quota first, and only the rest from the wallet', async () => {
    const customer = await openCustomer(service);
    await topUp(customer, 5);
    await admin.leave(customer, 4_000);
    await customer.speak({ text: 'five '.repeat(1_000) });
    const { credits, creditBalanceCents } = await customer.figures();
    assert.deepEqual([credits.remaining, creditBalanceCents], [0, 496]);
  });

  test('Plan suspended: reduced quotas, the wallet stays usable', async () => {
    const customer = await openCustomer(service);
    await topUp(customer, 5);
    assert.equal((await admin.setPlan(customer, 'suspended')).json().credits.included, 1_200);
    await admin.leave(customer, 0);
    assert.equal((await customer.speak()).statusCode, 200);
    assert.equal((await customer.figures()).creditBalanceCents, 499);
  });

  test('429: more requests than the plan bucket allows in a rolling 60-second window; Retry-After 60', async () => {
    const customer = await openCustomer(service);
    await checkout(customer, 'developer');
    for (let hit = 2; hit <= 60; hit += 1) {
      const reply = await customer.byKey('GET', '/api/v1/voices?query=nobody');
      assert.equal(reply.statusCode, 200);
      assert.equal(reply.headers['ratelimit-policy'], '"general";q=60;w=60');
      assert.match(String(reply.headers.ratelimit), new RegExp(`^"general";r=${60 - hit};t=\\d+$`));
    }
    const refused = await customer.speak();
    assertError(refused, 429, 'rate_limited');
    assert.equal(refused.headers['retry-after'], '60');
    assert.equal((await customer.figures()).credits.used, 0);
  });

  test('Rate limits are kept per API key and per dashboard session', async () => {
    const customer = await openCustomer(service);
    const made = await customer.bySession('POST', '/api/keys', { name: 'second' });
    for (let hit = 1; hit <= 60; hit += 1) await customer.byKey('GET', '/api/billing/payg-settings');
    assertError(await customer.speak(), 429);
    const second = { authorization: `Bearer ${made.json().api_key}` };
    assert.equal((await stranger(service, second)('POST', '/api/v1/tts', HELLO)).statusCode, 200);
    assert.equal((await customer.bySession('GET', '/api/billing/payg-settings')).statusCode, 200);
    assert.equal((await customer.figures()).credits.used, HELLO_CREDITS);
  });
});
