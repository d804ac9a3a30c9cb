import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestServer } from './testing.ts';

const ORIGIN = 'https://shop.example';

async function openApp() {
  const app = await createTestServer();
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/thing',
    config: { auth: 'bearer' },
    handler: async () => ({ ok: true }),
  });
  app.post('/account', { config: { auth: 'session' } }, async () => ({ ok: true }));
  return app;
}

test('a page of any origin may send a key, with every method and header that the API takes', async () => {
  const app = await openApp();
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const asked = 'authorization,content-type,idempotency-key,x-request-id';
    const { statusCode, headers } = await app.inject({
      method: 'OPTIONS',
      url: '/thing',
      headers: {
        origin: ORIGIN,
        'access-control-request-method': method,
        'access-control-request-headers': asked,
      },
    });
    assert.equal(statusCode, 204);
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.ok(`${headers['access-control-allow-methods']}`.split(', ').includes(method), method);
    assert.equal(headers['access-control-allow-headers'], asked);
  }
});

test('the page may read the answer and all its headers, also of an error', async () => {
  const app = await openApp();
  for (const [authorization, status] of [
    ['Bearer sk_live_ann', 200],
    ['Bearer wrong', 401],
  ] as const) {
    const reply = await app.inject({ url: '/thing', headers: { origin: ORIGIN, authorization } });
    assert.equal(reply.statusCode, status);
    assert.equal(reply.headers['access-control-allow-origin'], '*');
    // Browsers take the star as every header when the request carries no cookies.
    assert.equal(reply.headers['access-control-expose-headers'], '*');
    assert.ok(reply.headers['x-request-id']);
  }
});

test('a page of another origin never acts with the cookies of its visitor', async () => {
  const app = await openApp();
  const headers = { origin: ORIGIN, 'access-control-request-method': 'POST' };
  const preflight = await app.inject({ method: 'OPTIONS', url: '/account', headers });
  const sent = { origin: ORIGIN, cookie: 'vox_session=ann', 'sec-fetch-site': 'cross-site' };
  const reply = await app.inject({ method: 'POST', url: '/account', headers: sent });
  assert.equal(reply.statusCode, 403);
  for (const { headers } of [preflight, reply]) {
    assert.equal(headers['access-control-allow-credentials'], undefined);
    assert.notEqual(headers['access-control-allow-origin'], ORIGIN);
  }
});
