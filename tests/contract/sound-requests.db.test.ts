import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { assertError } from '../support/assert-error.ts';
import { type Admin, type Customer, openAdmin, openCustomer, stranger } from '../support/customer.ts';
import { operationsOf, readDocument } from '../support/operations.ts';
import { SOUND_ROUTES } from '../support/sound-routes.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';

const MAX_SEED = 2 ** 32 - 1;

describe('requests for music and sound effects', () => {
  let service: TestService;
  let admin: Admin;
  let customer: Customer;
  before(async () => {
    service = await openTestService();
    admin = await openAdmin(service);
    customer = await openCustomer(service);
    await admin.adjust(customer, { credits: 100_000 });
  });
  afterEach(() => forgetRateLimits(service.db));
  after(() => service.close());

  for (const { path, order, credits } of SOUND_ROUTES) {
    const make = (change: object = {}, headers?: Record<string, string>, by = customer) =>
      by.byKey('POST', path, { ...order, ...change }, headers);
    const send = (body: string, headers: Record<string, string> = {}) =>
      customer.byKey('POST', path, body, headers);

    test(`${path}: 401, then 429, then 400, then 402`, async () => {
      const poor = await openCustomer(service);
      await admin.leave(poor, credits - 1);
      assertError(await stranger(service)('POST', path, { prompt: 1 }), 401);
      assertError(await make({ prompt: '' }, {}, poor), 400);
      assertError(await make({}, { 'idempotency-key': '' }, poor), 400, 'invalid_idempotency_key');
      assertError(await make({}, {}, poor), 402);
      // The general bucket: three calls are gone.
      for (let call = 4; call <= 60; call += 1) await poor.byKey('GET', '/api/billing/payg-settings');
      const refused = await make({ prompt: '' }, {}, poor);
      assertError(refused, 429, 'rate_limited');
      assert.equal(refused.headers['retry-after'], '60');
    });

    test(`${path}: every answer has its id, the version of the API and the state of the limit`, async () => {
      for (const [change, status] of [
        [{}, 200],
        [{ prompt: '' }, 400],
      ] as const) {
        const { statusCode, headers } = await make(change, { 'x-request-id': 'mine-1' });
        assert.equal(statusCode, status);
        assert.deepEqual(
          [headers['x-request-id'], headers['x-service-api-version'], headers['ratelimit-policy']],
          ['mine-1', '1', '"general";q=60;w=60'],
        );
        assert.match(String(headers.ratelimit), /^"general";r=\d+;t=\d+$/u);
      }
    });

    test(`${path}: numbers that are not the right ones are 400`, async () => {
      const wrong = ['"5"', 'null', 'true', '[5]', '{}', '1e999', '-1', '1e-9'];
      for (const value of wrong) {
        const field = (name: string) => send(JSON.stringify(order).replace('{', `{"${name}":${value},`));
        if (path.endsWith('music')) assertError(await send(`{"prompt":"calm","seconds":${value}}`), 400);
        else assertError(await send(`{"prompt":"rain","seconds":${value}}`), 400);
        if (!JSON.stringify(order).includes('"seed"')) assertError(await field('seed'), 400);
      }
      for (const body of ['{"prompt":"rain","seconds":NaN}', '{"prompt":"rain","seconds":2', 'rain', ''])
        assertError(await send(body), 400);
      for (const seed of [MAX_SEED + 1, 0.5, -1]) assertError(await make({ seed }), 400);
    });

    test(`${path}: the seed may be anything from 0 to ${MAX_SEED}, and each has its own sound`, async () => {
      const first = await make({ seed: 0 });
      const last = await make({ seed: MAX_SEED });
      const again = await make({ seed: MAX_SEED });
      assert.deepEqual([first.headers['x-seed'], last.headers['x-seed']], ['0', String(MAX_SEED)]);
      assert.ok(!first.rawPayload.equals(last.rawPayload));
      assert.ok(again.rawPayload.equals(last.rawPayload));
    });

    test(`${path}: a prompt in any script, with any sign, is read or refused, and headers stay ASCII`, async () => {
      const strange = [
        '\ufdfa'.repeat(400),
        '🎹🔥 \ud83d',
        'e\u0301'.repeat(200),
        '\u202erain\u202c',
        'rain\u0000',
        'rain\r\nX-Injected: 1',
        'ﬁre ｒａｉｎ １２０ｂｐｍ',
        '"><script>',
        '%s%n{{7*7}}',
        'no '.repeat(160),
        '\ud800',
      ];
      for (const prompt of strange) {
        const reply = await make({ prompt });
        assert.ok([200, 400].includes(reply.statusCode), `${JSON.stringify(prompt)}: ${reply.body}`);
        assert.equal(reply.headers['x-injected'], undefined);
        for (const value of Object.values(reply.headers)) assert.match(String(value), /^[\x20-\x7e]*$/u);
        const length = Object.entries(reply.headers).flat().join('').length;
        assert.ok(length < 4_000, `${length} bytes of headers`);
      }
    });

    test(`${path}: whatever a client accepts, it gets the file unless it asks for JSON instead`, async () => {
      const types = [
        '*/*',
        'audio/*',
        'text/html',
        '',
        'application/json;q=0',
        'application/json, text/plain, */*',
        `${'a/b,'.repeat(1_000)}*/*`,
      ];
      for (const accept of types) {
        const reply = await make({}, { accept });
        assert.deepEqual([reply.statusCode, reply.headers['content-type']], [200, 'audio/wav'], accept);
      }
    });

    test(`${path}: HEAD answers like GET, other methods do not exist`, async () => {
      const call = (method: 'HEAD' | 'OPTIONS' | 'PUT' | 'DELETE') =>
        service.app.inject({ method, url: path, headers: { authorization: `Bearer ${customer.apiKey}` } });
      const head = await call('HEAD');
      const get = await stranger(service)('GET', path);
      assert.deepEqual([head.statusCode, head.body], [200, '']);
      assert.equal(head.headers['content-length'], get.headers['content-length']);
      for (const method of ['PUT', 'DELETE'] as const) assertError(await call(method), 404);
      assert.ok((await call('OPTIONS')).statusCode < 500);
    });

    test(`${path}: the document names every field and answer`, async () => {
      const operation = operationsOf(await readDocument(service)).find(
        ({ method, path: described }) => method === 'POST' && described === path,
      );
      const statuses = Object.keys(operation?.responses ?? {});
      for (const status of ['200', '400', '401', '402', '409', '422', '429', '502', '503'])
        assert.ok(statuses.includes(status), status);
      assert.ok(operation?.responses['200']?.content?.['audio/wav']);
      assert.deepEqual(operation?.security, [{ apiKey: [] }, { session: [] }]);
    });
  }

  test('generate makes no music: its local route is what it was', async () => {
    const asked = { text: 'Hello there.', taskType: 'music' };
    assertError(await customer.byKey('POST', '/api/v1/generate', asked), 400);
    const spoken = await customer.byKey('POST', '/api/v1/generate', { text: 'calm piano, 90 bpm' });
    assert.equal(spoken.json().meta.executedBy, 'local_worker');
    assert.equal(spoken.json().data.model, 'kokoro-82m');
  });
});
