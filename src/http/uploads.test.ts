import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../platform/testing/until.ts';
import { createTestServer } from './testing.ts';
import { receiveUpload } from './uploads.ts';

const seenPaths: string[] = [];

async function uploadApp() {
  const app = await createTestServer();
  app.post('/upload', { config: { auth: 'public' } }, (request) =>
    receiveUpload(request, { maxFileBytes: 1_000, maxFiles: 2 }, async ({ files, fields }) => {
      seenPaths.push(...files.map((file) => file.path));
      const texts = files.map((file) => readFileSync(file.path, 'utf8'));
      return { texts, fields, names: files.map((file) => file.filename) };
    }),
  );
  return app;
}

async function send(form: FormData) {
  const app = await uploadApp();
  const request = new Request('http://x/', { method: 'POST', body: form });
  const payload = Buffer.from(await request.arrayBuffer());
  return app.inject({
    method: 'POST',
    url: '/upload',
    payload,
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  });
}

function formWith(...files: string[]): FormData {
  const form = new FormData();
  form.set('note', 'hello');
  for (const text of files) form.append('sample', new Blob([text]), '../../etc/passwd');
  return form;
}

test('files and fields are received, and the files are removed afterwards', async () => {
  const response = await send(formWith('one', 'two'));
  assert.equal(response.statusCode, 200);
  const { texts, fields } = response.json();
  assert.deepEqual(texts, ['one', 'two']);
  assert.deepEqual(fields, { note: 'hello' });
  assert.ok(seenPaths.length > 0 && seenPaths.every((path) => !existsSync(path)));
  assert.ok(seenPaths.every((path) => !path.includes('passwd')));
});

test('400: a file over the limit', async () => {
  const response = await send(formWith('x'.repeat(1_001)));
  assert.deepEqual([response.statusCode, response.json().code], [400, 'upload_too_large']);
});

test('400: fields that together exceed the limit of a JSON body', async () => {
  const form = new FormData();
  for (const name of ['one', 'two']) form.set(name, 'x'.repeat(800_000));
  const response = await send(form);
  assert.deepEqual([response.statusCode, response.json().code], [400, 'upload_too_large']);
});

test('400: more files than allowed', async () => {
  const response = await send(formWith('1', '2', '3'));
  assert.deepEqual([response.statusCode, response.json().code], [400, 'too_many_files']);
});

test('400: malformed upload', async () => {
  const app = await uploadApp();
  const cases: [string, string][] = [
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\ncut off',
    ],
    ['multipart/form-data', 'no boundary'],
    // The parser gives up on this many headers, then waits for an end that it has already read.
    ['multipart/form-data; boundary=b', `--b\r\n${'A: b\r\n'.repeat(2_500)}\r\n--b--`],
    ['application/json', '{}'],
  ];
  for (const [type, payload] of cases) {
    const response = await app.inject({
      method: 'POST',
      url: '/upload',
      payload,
      headers: { 'content-type': type },
    });
    assert.equal(response.statusCode, 400, `${type} ${payload.slice(0, 20)}: ${response.body}`);
  }
});

const FILE = '--b\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nhello';
const FIELD = '--b\r\nContent-Disposition: form-data; name="c"\r\n\r\nworld\r\n';
const CONTENT_LENGTH = 'Content-Length: 1000\r\n';
for (const [what, rest] of [
  ['disconnects before the first part', `${CONTENT_LENGTH}\r\n`],
  ['disconnects in the middle of a file', `${CONTENT_LENGTH}\r\n${FILE}`],
  ['disconnects between two parts', `${CONTENT_LENGTH}\r\n${FILE}\r\n${FIELD}--b`],
  ['disconnects after the last part', `${CONTENT_LENGTH}\r\n${FILE}\r\n--b--\r\n`],
  ['sends a body without a Content-Length', `\r\n${FILE}\r\n--b--\r\n`],
] as const)
  test(`leaves no folder behind when the client ${what}`, async (t) => {
    const app = await uploadApp();
    t.after(() => app.close());
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const received = once(app.server, 'request');
    const socket = connect(Number(port), '127.0.0.1');
    const type = 'Content-Type: multipart/form-data; boundary=b';
    socket.end(`POST /upload HTTP/1.1\r\nHost: x\r\n${type}\r\n${rest}`);
    await received;
    // It may come and go between two looks.
    for (let waited = 0; folders().length === 0 && waited < 100; waited += 1) await delay(1);
    await until(folders, ({ length }) => length === 0);
  });

function folders(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`vox-scratch-${hostname()}-${process.pid}-`));
}
