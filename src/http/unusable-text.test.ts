import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestServer } from './testing.ts';
import { refuseTooManyValues, refuseUnusableText } from './unusable-text.ts';
import { receiveUpload } from './uploads.ts';

async function echoApp() {
  const app = await createTestServer();
  const config = { auth: 'public' } as const;
  app.post('/echo', { config }, async (request) => ({ body: request.body, query: request.query }));
  app.post('/form', { config }, (request) =>
    receiveUpload(request, { maxFileBytes: 1_000, maxFiles: 1 }, async ({ fields }) => fields),
  );
  return app;
}

async function post(payload: string, query = '') {
  const app = await echoApp();
  const headers = { 'content-type': 'application/json' };
  const response = await app.inject({ method: 'POST', url: `/echo${query}`, payload, headers });
  return { status: response.statusCode, body: response.json() };
}

test('400: a lone surrogate in a value or a name, at any depth', async () => {
  for (const payload of [
    '{"text":"a\\ud800b"}',
    '{"text":"\\udc00"}',
    '{"list":[1,{"deep":["\\uDBFF"]}]}',
    '{"na\\ud83dme":1}',
    '"\\ud800"',
  ]) {
    const { status, body } = await post(payload);
    assert.deepEqual([status, body.code], [400, 'invalid_request'], payload);
    assert.match(body.error, /surrogate/u);
  }
  assert.deepEqual((await post('{"text":"\\ud83d\\ude00"}')).body.body, { text: '😀' });
});

test('400: more than 30 combining marks in a row, in a body, a query or a form', async () => {
  const marks = (count: number): string => `e${'\u0301'.repeat(count)}x`;
  assert.equal((await post(JSON.stringify({ text: marks(30) }))).status, 200);
  const { status, body } = await post(JSON.stringify({ text: marks(31) }));
  assert.equal(status, 400);
  assert.match(body.error, /combining marks/u);
  assert.equal((await post('{}', `?q=${encodeURIComponent(marks(31))}`)).status, 400);

  const app = await echoApp();
  const form = new FormData();
  form.set('name', marks(31));
  const request = new Request('http://x/', { method: 'POST', body: form });
  const response = await app.inject({
    method: 'POST',
    url: '/form',
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  });
  assert.deepEqual([response.statusCode, response.json().code], [400, 'invalid_request']);
});

test('400: a body of more than 100 levels, however deep', async () => {
  const nested = (levels: number) => `{"a":${'['.repeat(levels)}"x"${']'.repeat(levels)}}`;
  assert.equal((await post(nested(99))).status, 200);
  for (const levels of [100, 14_000, 29_000]) {
    const { status, body } = await post(nested(levels));
    assert.deepEqual([status, body.code], [400, 'invalid_request'], String(levels));
  }
});

test('counts marks of every plane, and starts over after other characters', () => {
  for (const mark of ['\u0301', '\u093e', '\u20dd', '\u{1d165}', '\u{e0100}']) {
    assert.doesNotThrow(() => refuseUnusableText(`a${mark.repeat(30)}a${mark.repeat(30)}`));
    assert.throws(() => refuseUnusableText(`a${mark.repeat(30)}a${mark.repeat(31)}`), /combining marks/u);
  }
});

test('400: too many values, before they are parsed; the content of strings does not count', async () => {
  const max = 30_000;
  const keys = Array.from({ length: max }, (_, i) => `"${i}":0`).join();
  for (const json of [
    `[${'0,'.repeat(max)}0]`,
    `[${'{},'.repeat(max)}0]`,
    '['.repeat(max + 1),
    `{${keys}}`,
  ]) {
    const { status, body } = await post(json);
    assert.deepEqual([status, body.code], [400, 'invalid_request']);
    assert.match(body.error, /too many values/u);
  }
  assert.equal((await post(`[${'0,'.repeat(max - 1)}0]`)).status, 200);
  for (const text of ['[{,:'.repeat(max), '\\"[{,:'.repeat(max), '\\\\'.repeat(max)])
    assert.doesNotThrow(() => refuseTooManyValues(`{"text":"${text}","more":"${text}"}`));
});
