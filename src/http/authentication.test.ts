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

test('403: worker routes without x-worker-secret', async () => {
  assert.equal(await statusOf('worker', {}), 403);
  assert.equal(await statusOf('worker', { 'x-worker-secret': 'wrong!' }), 403);
  assert.equal(await statusOf('worker', { 'x-worker-secret': 'worker' }), 200);
});
