import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Console, openConsole } from './support/console.ts';

describe("a page of a customer's own site", () => {
  let opened: Console;
  let site: Server;
  let siteUrl: string;
  let server: string;
  before(async () => {
    opened = await openConsole();
    server = opened.service.url;
    site = createServer((_, reply) =>
      reply.setHeader('content-type', 'text/html').end('<title>Shop</title>'),
    );
    await once(site.listen(0, '127.0.0.1'), 'listening');
    // Another port is another origin, but the same site: the browser would send our cookies there.
    siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  });
  after(async () => {
    site?.close();
    await opened?.close();
  });

  test('speaks with a key that a server made for it, reads the headers, and is told that it may not delete', async () => {
    const apiKey = (await readFile(join(opened.service.dataDir, 'demo-key'), 'utf8')).trim();
    const made = await fetch(`${server}/api/v1/ephemeral-keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ permissions: ['speech', 'history'], credit_limit: 100 }),
    });
    const { api_key: key } = (await made.json()) as { api_key: string };
    const { page } = await opened.visitor();
    await page.goto(siteUrl);
    const heard = await page.evaluate(
      async ([server, key]) => {
        const authorization = `Bearer ${key}`;
        const answer = await fetch(`${server}/api/v1/tts`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json', 'idempotency-key': 'shop-1' },
          body: JSON.stringify({ text: 'Hello there.', voice_id: 'af_heart' }),
        });
        const entry = `${server}/api/v1/history/${answer.headers.get('x-history-id')}`;
        const deleted = await fetch(entry, { method: 'DELETE', headers: { authorization } });
        const { byteLength } = await answer.arrayBuffer();
        return {
          byteLength,
          request: answer.headers.get('x-request-id'),
          refusal: (await deleted.json()).code,
        };
      },
      [server, key] as const,
    );
    assert.ok(heard.byteLength > 10_000);
    assert.match(heard.request ?? '', /^req_/);
    assert.equal(heard.refusal, 'key_permission_denied');
  });

  test('gets nothing by the cookies of a visitor who is signed in to the console', async () => {
    const { page, context } = await opened.visitor();
    const signedIn = await context.request.post('/api/auth', {
      data: { action: 'demo' },
      headers: { origin: server },
    });
    assert.ok(signedIn.ok());
    const keys = async () => (await (await context.request.get('/api/keys')).json()).keys.length;
    const before = await keys();
    await page.goto(siteUrl);
    const outcomes = await page.evaluate(async (server) => {
      const ask = (path: string, init: RequestInit = {}) =>
        fetch(`${server}${path}`, { ...init, credentials: 'include' }).then(
          () => 'answered',
          () => 'refused',
        );
      return [await ask('/api/me'), await ask('/api/keys', { method: 'POST', body: '{}' })];
    }, server);
    assert.deepEqual(outcomes, ['refused', 'refused']);
    assert.equal(await keys(), before);
  });
});
