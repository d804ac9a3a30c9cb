import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type FastifyInstance, fastify } from 'fastify';
import { consoleRoutes } from './index.ts';

async function serve(dir: string): Promise<FastifyInstance> {
  const app = fastify();
  await app.register(consoleRoutes({ publicUrl: 'https://vox.example', dir }));
  return app;
}

describe('the console', () => {
  let dir: string;
  let app: FastifyInstance;
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'console-'));
    await mkdir(join(dir, 'assets'));
    await writeFile(join(dir, 'index.html'), '<meta name="csp-nonce" content="%NONCE%">');
    await writeFile(join(dir, 'theme.js'), 'theme');
    await writeFile(join(dir, 'assets/index-abc.js'), 'script');
    await writeFile(join(dir, 'assets/index-abc.js.br'), 'brotli');
    app = await serve(dir);
  });
  after(async () => {
    await app.close();
    await rm(dir, { recursive: true });
  });

  test('is served at its own addresses only, with a new nonce each time', async () => {
    const nonces = new Set<string>();
    for (const url of ['/', '/playground/speech', '/account', '/reset-password']) {
      const { statusCode, headers, body } = await app.inject({ url });
      assert.equal(statusCode, 200);
      assert.equal(headers['cache-control'], 'no-store');
      const nonce = /content="(.+)"/.exec(body)?.[1] ?? '';
      assert.ok(String(headers['content-security-policy']).includes(`'nonce-${nonce}'`));
      nonces.add(nonce);
    }
    assert.equal(nonces.size, 4);
    assert.equal((await app.inject({ url: '/api/nothing' })).statusCode, 404);
  });

  test('admits no inline script and no frame', async () => {
    const policy = String((await app.inject({ url: '/' })).headers['content-security-policy']);
    assert.match(policy, /script-src 'self';/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
  });

  test('serves files compressed, for a year', async () => {
    const url = '/assets/index-abc.js';
    const { headers, body } = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    assert.equal(headers['content-encoding'], 'br');
    assert.equal(body, 'brotli');
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal((await app.inject({ url: '/assets/../index.html' })).statusCode, 404);
    assert.equal((await app.inject({ url: '/theme.js' })).body, 'theme');
  });

  test('says how to build it where it is missing', async () => {
    const bare = await serve(join(dir, 'nowhere'));
    assert.match((await bare.inject({ url: '/' })).body, /npm run web:build/);
    await bare.close();
  });
});
