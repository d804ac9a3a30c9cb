import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { sendObject } from './send-object.ts';
import { createTestServer } from './testing.ts';

async function served(contentType: string) {
  const app = await createTestServer();
  const body = Buffer.from('<script>alert(1)</script>');
  app.get('/file', { config: { auth: 'public' } }, (request, reply) =>
    sendObject(request, reply, async () => ({
      body: Readable.from([body]),
      bytes: body.length,
      totalBytes: body.length,
      contentType,
    })),
  );
  const { headers } = await app.inject({ method: 'GET', url: '/file' });
  return headers;
}

test('a stored file is sandboxed and its type is never sniffed', async () => {
  const headers = await served('video/mp4');
  assert.equal(headers['content-security-policy'], "sandbox; default-src 'none'");
  assert.equal(headers['x-content-type-options'], 'nosniff');
});

test('a file is served with a media, captions or JSON type, whatever type was stored', async () => {
  const known = ['video/mp4', 'audio/wav', 'image/jpeg', 'text/vtt; charset=utf-8', 'application/json'];
  for (const type of known) assert.equal((await served(type))['content-type'], type);
  const others = [
    'text/html',
    'image/svg+xml',
    'application/javascript',
    'text/vttx',
    'application/xhtml+xml',
    '',
  ];
  for (const type of others) assert.equal((await served(type))['content-type'], 'application/octet-stream');
});
