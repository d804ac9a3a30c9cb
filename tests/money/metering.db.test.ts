import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { until } from '../../src/platform/testing/until.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, HELLO_CREDITS, openAdmin, openCustomer } from '../support/customer.ts';
import { disconnectBeforeResponse } from '../support/leave-early.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const DAY_MS = 24 * 3_600_000;

describe('metering, through the whole service', () => {
  let service: TestService;
  let admin: Admin;
  before(async () => {
    service = await openTestService();
    admin = await openAdmin(service);
  });
  afterEach(() => {
    service.speech.behaviour = 'speak';
  });
  after(() => service.close());

  test('charges exactly X-Characters, and reports it as usage', async () => {
    const { speak, byKey, figures } = await openCustomer(service);
    const reply = await speak();
    assert.equal(reply.headers['content-type'], 'audio/wav');
    assert.equal(reply.rawPayload.subarray(0, 4).toString(), 'RIFF');
    assert.equal(reply.headers['x-characters'], String(HELLO_CREDITS));
    assert.equal((await figures()).credits.used, HELLO_CREDITS);
    service.clock.advanceMs(1_000);
    const { total, usage } = (await byKey('GET', '/api/usage?group_by=voice')).json();
    const units = { tts_character: HELLO_CREDITS };
    assert.deepEqual(total, { credits: HELLO_CREDITS, charges: 1, prepaid_cents: 0, units });
    assert.equal(usage[0].group, 'af_heart');
  });

  test('nothing is charged on 400, 401 and 404, and no engine is called', async () => {
    const { speak, figures } = await openCustomer(service);
    const { calls } = service.speech;
    for (const change of [{ text: '' }, { voice_id: 'nobody' }, { speed: 9 }, { model: 'x' }]) {
      assert.ok((await speak(change)).statusCode >= 400);
    }
    await speak({}, { authorization: 'Bearer x' });
    assert.equal(service.speech.calls, calls);
    assert.equal((await figures()).credits.used, 0);
  });

  test('a killed engine process results in 502, and credits and wallet are refunded', async () => {
    const customer = await openCustomer(service);
    await customer.byKey('POST', '/api/billing/topup', { amountUsd: 5 });
    await admin.leave(customer, 5);
    service.speech.behaviour = 'killed';
    assertError(await customer.speak(), 502, 'engine_unavailable');
    const { credits, creditBalanceCents } = await customer.figures();
    assert.deepEqual([credits.remaining, creditBalanceCents], [5, 500]);
  });

  test('a client that disconnects before the first byte stops the engine and is not charged', async () => {
    const customer = await openCustomer(service);
    service.speech.behaviour = 'hang';
    const { calls } = service.speech;
    await disconnectBeforeResponse(service, customer.apiKey, () => until(() => service.speech.calls > calls));
    await until(() => service.speech.running === 0);
    service.speech.behaviour = 'speak';
    await until(customer.figures, ({ credits }) => credits.used === 0);
  });

  test('of many concurrent calls, exactly as many succeed as the last credits pay for', async () => {
    const customer = await openCustomer(service);
    await admin.leave(customer, 3 * HELLO_CREDITS + 5);
    const replies = await Promise.all(Array.from({ length: 12 }, () => customer.speak()));
    const statuses = replies.map((reply) => reply.statusCode).sort();
    assert.deepEqual(statuses, [...Array(3).fill(200), ...Array(9).fill(402)]);
    assert.equal((await customer.figures()).credits.remaining, 5);
  });

  test('a waiting call reserves its credits, so that another cannot spend them', async () => {
    const customer = await openCustomer(service);
    await admin.leave(customer, HELLO_CREDITS);
    service.speech.behaviour = 'hold';
    const first = customer.speak();
    await until(() => service.speech.running > 0);
    assertError(await customer.speak(), 402);
    service.speech.release();
    assert.equal((await first).statusCode, 200);
    assert.equal((await customer.figures()).credits.remaining, 0);
  });

  test('previews and catalogues cost nothing', async () => {
    const { byKey, figures } = await openCustomer(service);
    for (const url of ['/api/v1/voices', '/api/v1/voices/bf_emma/preview', '/api/v1/changelog']) {
      assert.equal((await byKey('GET', url)).statusCode, 200);
    }
    assert.equal((await figures()).credits.used, 0);
  });

  test('a new cycle restores the credits of the plan, and the ledger balances after all of it', async () => {
    const customer = await openCustomer(service);
    await admin.leave(customer, 0);
    assertError(await customer.speak(), 402);
    service.clock.advanceMs(32 * DAY_MS);
    assert.equal((await customer.speak()).statusCode, 200);
    assert.deepEqual(await verifyLedger(service.db), []);
  });
});
