import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFailedKeys, FAILED_KEY_LIMITS, TooManyFailedKeys } from './failed-keys.ts';
import { createTestServer, OPEN_ACCESS, TEST_CALLER } from './testing.ts';

const LIMITS = { perMinute: 3, inFlight: 10, repeats: 5, remembered: 4 };

/** A limiter before a database that has these keys. */
function open(limits = LIMITS) {
  const state = { nowMs: 0, asked: 0, keys: new Set(['good', 'other']) };
  const failedKeys = createFailedKeys(limits, () => state.nowMs);
  const call = (address: string, token: string) =>
    failedKeys
      .authenticate(address, token, async () => {
        state.asked += 1;
        return state.keys.has(token) ? token : null;
      })
      .then(
        (found) => (found ? 200 : 401),
        (error: unknown) => {
          if (error instanceof TooManyFailedKeys) return 429;
          throw error;
        },
      );
  return { state, call };
}

test('an address that tries many different keys is refused without the database, and regains a try with time', async () => {
  const { state, call } = open();
  for (const token of ['a', 'b', 'c']) assert.equal(await call('one', token), 401);
  for (const token of ['d', 'e', 'good']) assert.equal(await call('one', token), 429);
  assert.equal(state.asked, 3);
  assert.equal(await call('two', 'd'), 401);
  state.nowMs += 20_000;
  assert.equal(await call('one', 'good'), 200);
  assert.equal(await call('one', 'd'), 401);
});

test('a key that has worked works on, whatever its neighbours try', async () => {
  const { call } = open();
  assert.equal(await call('office', 'good'), 200);
  for (const token of ['a', 'b', 'c']) await call('office', token);
  assert.equal(await call('office', 'good'), 200);
  assert.equal(await call('office', 'other'), 429);
});

test('a machine that repeats its wrong key takes no tries from its neighbours, and is told to wait', async () => {
  const { state, call } = open();
  assert.equal(await call('office', 'typo'), 401);
  for (let i = 0; i < LIMITS.repeats; i++) assert.equal(await call('office', 'typo'), 401);
  assert.equal(await call('office', 'typo'), 429);
  assert.equal(state.asked, 1);
  assert.equal(await call('office', 'good'), 200);
  state.nowMs += 60_000;
  assert.equal(await call('office', 'typo'), 401);
  assert.equal(state.asked, 3);
});

test('a revoked key is looked up as long as it worked, then it is wrong', async () => {
  const { state, call } = open();
  await call('one', 'good');
  state.keys.delete('good');
  assert.equal(await call('one', 'good'), 401);
  assert.equal(await call('one', 'good'), 401);
  const { asked } = state;
  assert.equal(await call('one', 'good'), 401);
  assert.equal(state.asked, asked);
});

test('many at once ask the database no more than allowed; good ones among few are not refused', async () => {
  const { state, call } = open();
  const all = await Promise.all(Array.from({ length: 50 }, (_, i) => call('one', `guess ${i}`)));
  assert.equal(state.asked, LIMITS.inFlight);
  assert.equal(all.filter((status) => status === 429).length, 40);
  assert.equal(await call('one', 'another'), 429);
  const calm = open();
  const good = await Promise.all(Array.from({ length: LIMITS.inFlight }, () => calm.call('one', 'good')));
  assert.ok(good.every((status) => status === 200));
});

test('a failure of the database is nobody’s wrong key', async () => {
  const failedKeys = createFailedKeys(LIMITS);
  const down = async () => {
    throw new Error('down');
  };
  for (let i = 0; i < 20; i++) await assert.rejects(failedKeys.authenticate('one', 'good', down), /down/);
  assert.equal(await failedKeys.authenticate('one', 'good', async () => 'found'), 'found');
});

test('forgets the oldest, so that memory is bounded whoever comes', async () => {
  const { state, call } = open();
  for (let i = 0; i < 100; i++) await call(`address ${i}`, `guess ${i}`);
  const { asked } = state;
  assert.equal(asked, 100);
  await call('address 99', 'guess 99');
  assert.equal(state.asked, asked);
  await call('address 99', 'guess 0');
  assert.equal(state.asked, asked + 1);
});

test('429 with Retry-After behind a proxy: by the address that it reports, an IPv6 /64 as one', async () => {
  const app = await createTestServer({
    trustProxy: 1,
    authentication: {
      authenticateKey: async (token) => (token === 'good' ? TEST_CALLER : null),
      authenticateSession: async () => null,
      sessionCookieName: 'vox_session',
      verifyCsrf: () => false,
      workerSecret: 'worker',
      publicOrigin: 'http://voice.test',
      access: OPEN_ACCESS,
      signedUrls: { secret: 'links', now: () => new Date() },
    },
  });
  app.get('/thing', { config: { auth: 'bearer' } }, async () => ({}));
  const call = (token: string, address: string) =>
    app.inject({
      url: '/thing',
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address },
    });
  // Tries come back while a slow machine sends these, so the first are sent together, and the rest until none is left.
  await Promise.all(
    Array.from({ length: FAILED_KEY_LIMITS.perMinute }, (_, i) =>
      call(`guess${i}`, `2001:db8::${i.toString(16)}`),
    ),
  );
  let refused = await call('fresh', '2001:db8::1');
  for (let i = 0; refused.statusCode === 401 && i < FAILED_KEY_LIMITS.perMinute; i += 1)
    refused = await call(`fresh${i}`, '2001:db8::1');
  assert.deepEqual([refused.statusCode, refused.json().code], [429, 'too_many_failed_keys']);
  assert.match(String(refused.headers['retry-after']), /^[1-9]$/);
  assert.equal((await call('fresh', '2001:db8:0:1::1')).statusCode, 401);
  assert.equal((await call('good', '203.0.113.1')).statusCode, 200);
  assert.equal((await call('good', '2001:db8::1')).statusCode, 200);
  await app.close();
});
