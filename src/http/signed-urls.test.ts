import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '../platform/errors.ts';
import { ownerOf } from './caller.ts';
import { signUrl, verifySignedUrl } from './signed-urls.ts';
import { createTestServer, TEST_CALLER } from './testing.ts';

const SECRET = 'a secret that is used by this test only';
const NOW = new Date('2026-01-01T00:00:00Z');
const LINK = { path: '/files/1', accountId: 'ann', expiresAt: new Date('2026-01-08T00:00:00Z') };

const refused = (url: string, code: string, now = NOW, secret = SECRET) =>
  assert.throws(
    () => verifySignedUrl(secret, url, now),
    (error) => error instanceof DomainError && error.code === code,
    url,
  );

test('a signed URL identifies the owner of the file until it expires', () => {
  const url = signUrl(SECRET, LINK);
  assert.deepEqual(verifySignedUrl(SECRET, url, NOW), { accountId: 'ann' });
  assert.deepEqual(verifySignedUrl(SECRET, url, new Date(LINK.expiresAt.getTime() - 1)), {
    accountId: 'ann',
  });
  refused(url, 'link_expired', LINK.expiresAt);
});

test('a signed URL is refused with another path, account or expiry', () => {
  const url = signUrl(SECRET, LINK);
  for (const changed of [
    url.replace('/files/1', '/files/2'),
    url.replace('/files/1', '/files/1/'),
    url.replace('account=ann', 'account=bob'),
    url.replace('account=ann', 'account=an'),
    url.replace('account=ann', 'account=bob&account=ann'),
    url.replace(/expires=\d/u, 'expires=9'),
    url.replace(/signature=.*/u, 'signature='),
    url.replace(/&signature=.*/u, ''),
    url.replace(/.$/u, url.endsWith('A') ? 'Q' : 'A'),
    LINK.path,
  ])
    refused(changed, 'invalid_signature');
  refused(url, 'invalid_signature', NOW, 'another secret');
});

test('a route that accepts signed URLs needs no key and knows the owner', async () => {
  const app = await createTestServer({ signedUrls: { secret: SECRET, now: () => NOW } });
  app.get('/files/:id', { config: { auth: 'bearer-or-signed-url' } }, async (request) => ({
    owner: ownerOf(request),
  }));
  app.get('/other/:id', async () => ({}));
  const get = (url: string, headers = {}) => app.inject({ url, headers });
  const link = signUrl(SECRET, LINK);
  assert.deepEqual((await get(link)).json(), { owner: 'ann' });
  const byKey = await get('/files/1', { authorization: 'Bearer sk_live_ann' });
  assert.deepEqual(byKey.json(), { owner: TEST_CALLER.accountId });
  assert.equal((await get('/files/1')).json().code, 'unauthorized');
  assert.equal((await get(`${link}x`)).json().code, 'invalid_signature');
  assert.equal((await get(link, { authorization: 'Bearer sk_live_no' })).statusCode, 401);
  assert.equal((await get(signUrl(SECRET, { ...LINK, path: '/other/1' }))).statusCode, 401);
});
