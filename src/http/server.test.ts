import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { Type } from '@sinclair/typebox';
import { DomainError } from '../platform/errors.ts';
import { createTestServer } from './testing.ts';

const KEY = { authorization: 'Bearer sk_live_ann' };
const Body = Type.Object({ text: Type.String(), count: Type.Optional(Type.Integer()) });

async function echoServer(overrides = {}) {
  const app = await createTestServer(overrides);
  app.post('/api/v1/echo', { schema: { body: Body } }, async (request) => request.body);
  app.post('/api/v1/fail', async () => {
    throw new Error('the database password is hunter2');
  });
  app.post('/api/v1/refuse', async () => {
    throw new DomainError({
      kind: 'upstream_failed',
      code: 'engine_down',
      public: 'Try again.',
      cause: new Error('x'),
    });
  });
  return app;
}

async function post(url: string, payload: unknown, headers: Record<string, string> = {}) {
  const app = await echoServer();
  const response = await app.inject({
    method: 'POST',
    url,
    payload: payload as string,
    headers: { ...KEY, 'content-type': 'application/json', ...headers },
  });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

test('an error body has a message, a code and the request id', async () => {
  const { status, body, headers } = await post('/api/v1/echo', '{}');
  assert.equal(status, 400);
  assert.equal(body.error, 'text is required.');
  assert.equal(body.code, 'invalid_request');
  assert.equal(body.request_id, headers['x-request-id']);
  assert.deepEqual(body.detail, [{ path: 'body.text', message: 'is required' }]);
});

test('an internal error message is never sent to the client', async () => {
  const { status, body } = await post('/api/v1/fail', '{}');
  assert.equal(status, 500);
  assert.ok(!JSON.stringify(body).includes('hunter2'));
});

test('a domain error keeps its code and hides its cause', async () => {
  const { status, body } = await post('/api/v1/refuse', '{}');
  assert.equal(status, 502);
  assert.deepEqual([body.error, body.code], ['Try again.', 'engine_down']);
});

test('400: malformed JSON, wrong media type, wrong types, a body over 1.5 MB, prototype poisoning and NUL', async () => {
  assert.equal((await post('/api/v1/echo', '{"text":')).status, 400);
  assert.equal((await post('/api/v1/echo', 'text=a', { 'content-type': 'text/plain' })).status, 400);
  assert.equal((await post('/api/v1/echo', 'x', { 'content-type': 'nonsense' })).status, 400);
  assert.equal((await post('/api/v1/echo', '{"text":1}')).status, 400);
  assert.equal((await post('/api/v1/echo', '[]')).status, 400);
  assert.equal((await post('/api/v1/echo', 'null')).status, 400);
  assert.equal((await post('/api/v1/echo', '')).status, 400);
  assert.equal(
    (await post('/api/v1/echo', JSON.stringify({ text: 'a'.repeat(1.5 * 1024 ** 2) }))).status,
    400,
  );
  assert.equal((await post('/api/v1/echo', '{"text":"a","__proto__":{"x":1}}')).status, 400);
  assert.equal((await post('/api/v1/echo', '{"text":"a\\u0000b"}')).status, 400);
  assert.equal((await post('/api/v1/echo', '{"text":"a\\\\u0000b"}')).status, 200);
});

test('unknown fields are ignored, so that newer clients work', async () => {
  assert.equal((await post('/api/v1/echo', '{"text":"a","new_field":true}')).status, 200);
});

test('404: an unknown route', async () => {
  const { status, body } = await post('/api/v1/nothing', '{}');
  assert.deepEqual([status, body.code], [404, 'route_not_found']);
});

test('400: a malformed URL', async () => {
  const app = await echoServer();
  const response = await app.inject({ method: 'GET', url: '/api/v1/%zz' });
  assert.equal(response.statusCode, 400);
  assert.equal(response.json().code, 'invalid_request');
});

test('a valid X-Request-Id is kept, an invalid one is replaced', async () => {
  assert.equal(
    (await post('/api/v1/echo', '{}', { 'x-request-id': 'abc-1' })).headers['x-request-id'],
    'abc-1',
  );
  const replaced = (await post('/api/v1/echo', '{}', { 'x-request-id': 'a b<script>' })).headers[
    'x-request-id'
  ];
  assert.match(String(replaced), /^req_[0-9a-f]{32}$/);
});

test('every /api/v1 response carries the API version, errors included', async () => {
  assert.equal((await post('/api/v1/echo', '{}')).headers['x-service-api-version'], '1');
  assert.equal((await post('/api/v1/nothing', '{}')).headers['x-service-api-version'], '1');
});

test('429: Retry-After is 60 and the limit is described', async () => {
  const verdict = { allowed: false, limit: 60, remaining: 0, resetSeconds: 17 };
  const app = await echoServer({ rateLimiting: { hit: async () => verdict } });
  const response = await app.inject({ method: 'POST', url: '/api/v1/echo', headers: KEY, payload: {} });
  assert.equal(response.statusCode, 429);
  assert.equal(response.json().code, 'rate_limited');
  assert.equal(response.headers['retry-after'], '60');
  assert.equal(response.headers['ratelimit-policy'], '"general";q=60;w=60');
  assert.equal(response.headers.ratelimit, '"general";r=0;t=17');
});

test('checks run in order: 401 before 429, 429 before 400', async () => {
  const verdict = { allowed: false, limit: 60, remaining: 0, resetSeconds: 60 };
  const app = await echoServer({ rateLimiting: { hit: async () => verdict } });
  const stranger = await app.inject({ method: 'POST', url: '/api/v1/echo', payload: {} });
  assert.equal(stranger.statusCode, 401);
  const caller = await app.inject({ method: 'POST', url: '/api/v1/echo', headers: KEY, payload: {} });
  assert.equal(caller.statusCode, 429);
});

test('malformed HTTP gets a 400 with an error body', async () => {
  const app = await echoServer();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  assert.ok(address && typeof address === 'object');
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(address.port, '127.0.0.1', () => socket.write('NOT HTTP AT ALL\r\n\r\n'));
    let received = '';
    socket
      .on('data', (data) => (received += data))
      .on('end', () => resolve(received))
      .on('error', reject);
  });
  await app.close();
  assert.match(text, /^HTTP\/1.1 400 /);
  assert.equal(JSON.parse(text.split('\r\n\r\n')[1] ?? '').code, 'invalid_request');
});
