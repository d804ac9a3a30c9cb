import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuthRule } from './caller.ts';
import { createTestServer } from './testing.ts';

async function appWith(auth: AuthRule) {
  const app = await createTestServer();
  app.route({
    method: ['GET', 'POST'],
    url: '/thing',
    config: { auth },
    handler: async (request) => ({ via: request.caller?.credential.kind ?? null }),
  });
  return app;
}

async function statusOf(auth: AuthRule, headers: Record<string, string>, method: 'GET' | 'POST' = 'GET') {
  const app = await appWith(auth);
  const response = await app.inject({ method, url: '/thing', headers });
  return response.statusCode;
}

const KEY = { authorization: 'Bearer sk_live_ann' };
const SESSION = { cookie: 'vox_session=ann' };
const ADMIN = { cookie: 'vox_session=admin' };
const OWN_ORIGIN = { origin: 'http://voice.test' };

test('401: no Authorization header', async () => assert.equal(await statusOf('bearer', {}), 401));
test('401: malformed key', async () => {
  for (const authorization of ['Bearer', 'Bearer ', 'Basic abc', 'sk_live_ann', 'Bearer sk_live_ann extra']) {
    assert.equal(await statusOf('bearer', { authorization }), 401, authorization);
  }
});
test('401: expired session', async () => {
  assert.equal(await statusOf('session', { cookie: 'vox_session=gone' }), 401);
});
test('a Bearer-only route refuses a session', async () =>
  assert.equal(await statusOf('bearer', SESSION), 401));
test('a bearer-or-session route accepts either', async () => {
  assert.equal(await statusOf('bearer-or-session', KEY), 200);
  assert.equal(await statusOf('bearer-or-session', SESSION), 200);
  assert.equal(await statusOf('bearer-or-session', {}), 401);
});
test('401: an invalid key, even with a valid session cookie', async () => {
  assert.equal(await statusOf('bearer-or-session', { ...SESSION, authorization: 'Bearer sk_live_bob' }), 401);
});
test('a public route needs no credentials', async () => assert.equal(await statusOf('public', {}), 200));

test('a write with a session cookie never comes from a page of another site', async () => {
  const post = (headers: Record<string, string>) => statusOf('session', { ...SESSION, ...headers }, 'POST');
  for (const origin of ['http://evil.test', 'http://sub.voice.test', 'https://voice.test', 'null', ''])
    assert.equal(await post({ origin }), 403, origin);
  for (const site of ['cross-site', 'same-site', 'anything', '']) {
    assert.equal(await post({ 'sec-fetch-site': site }), 403, site);
    assert.equal(await post({ ...OWN_ORIGIN, 'sec-fetch-site': site }), 403, site);
  }
  assert.equal(await post({ origin: 'http://evil.test', 'sec-fetch-site': 'same-origin' }), 403);
  assert.equal(await post(OWN_ORIGIN), 200);
  assert.equal(await post({ 'sec-fetch-site': 'same-origin' }), 200);
  assert.equal(await post({ ...OWN_ORIGIN, 'sec-fetch-site': 'same-origin' }), 200);
});
test('a write with a session cookie of a client that is no browser needs neither Origin nor Sec-Fetch-Site', async () =>
  assert.equal(await statusOf('session', SESSION, 'POST'), 200));
test('a write with a key needs no Origin header', async () =>
  assert.equal(await statusOf('bearer-or-session', KEY, 'POST'), 200));

test('403: an admin route for anybody else', async () => {
  assert.equal(await statusOf('admin', SESSION), 403);
  assert.equal(await statusOf('admin', ADMIN), 200);
});
test('an admin write needs the CSRF token', async () => {
  assert.equal(await statusOf('admin', { ...ADMIN, ...OWN_ORIGIN }, 'POST'), 403);
  assert.equal(await statusOf('admin', ADMIN, 'POST'), 403);
  assert.equal(await statusOf('admin', { ...ADMIN, 'x-csrf-token': 'csrf' }, 'POST'), 200);
  assert.equal(await statusOf('admin', { ...ADMIN, ...OWN_ORIGIN, 'x-csrf-token': 'csrf' }, 'POST'), 200);
});

test('an address that tries many worker secrets asks the database no more; one that worked works on', async (t) => {
  // Tries come back with time.
  t.mock.method(performance, 'now', () => 0);
  let asked = 0;
  const app = await createTestServer({
    looksLikeWorkerSecret: (secret) => secret.startsWith('wk_'),
    authenticateWorker: async (secret) => {
      asked += 1;
      return secret === 'wk_good' ? { secretId: '1', kinds: null } : null;
    },
  });
  app.get('/thing', { config: { auth: 'worker' } }, async () => ({ ok: true }));
  const call = async (secret: string) =>
    (await app.inject({ url: '/thing', headers: { 'x-worker-secret': secret } })).statusCode;
  assert.equal(await call('wk_good'), 200);
  for (let index = 0; index < 200; index++) await call(`no secret ${index}`);
  assert.equal(asked, 1, 'what cannot be a secret is not looked up');
  for (let index = 0; index < 200; index++) await call(`wk_${index}`);
  assert.equal(await call('wk_another'), 429);
  assert.equal(asked, 101);
  assert.equal(await call('wk_good'), 200);
  assert.equal(await call('worker'), 200, 'the shared secret is never looked up');
});

test('403: worker routes without x-worker-secret', async () => {
  assert.equal(await statusOf('worker', {}), 403);
  assert.equal(await statusOf('worker', { 'x-worker-secret': 'wrong!' }), 403);
  assert.equal(await statusOf('worker', { 'x-worker-secret': 'worker' }), 200);
});
