import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf } from './index.ts';
import { createTestServer } from './testing.ts';

async function addressSeen(
  trustProxy: false | number | string[],
  from: { peer: string; forwarded?: string },
): Promise<string> {
  const app = await createTestServer({ trustProxy });
  app.get('/where', { config: { auth: 'public' } }, async (request) => ({ address: addressOf(request) }));
  const headers = from.forwarded === undefined ? {} : { 'x-forwarded-for': from.forwarded };
  const reply = await app.inject({ url: '/where', remoteAddress: from.peer, headers });
  await app.close();
  return reply.json<{ address: string }>().address;
}

const SPOOFED = '198.51.100.1';
const CLIENT = '203.0.113.5';
const PROXY = '10.0.0.2';

test('without a trusted proxy X-Forwarded-For is ignored', async () => {
  assert.equal(await addressSeen(false, { peer: CLIENT, forwarded: SPOOFED }), CLIENT);
});

test('one hop: uses the address that the proxy added, not the ones the client sent', async () => {
  assert.equal(await addressSeen(1, { peer: PROXY, forwarded: `${SPOOFED}, ${CLIENT}` }), CLIENT);
  assert.equal(await addressSeen(2, { peer: PROXY, forwarded: `${SPOOFED}, ${CLIENT}, 10.0.0.1` }), CLIENT);
});

test('named proxies: skips any number of them, and trusts no other peer', async () => {
  const trusted = ['10.0.0.0/8'];
  const chain = `${SPOOFED}, ${CLIENT}, 10.9.9.9`;
  assert.equal(await addressSeen(trusted, { peer: PROXY, forwarded: chain }), CLIENT);
  assert.equal(await addressSeen(trusted, { peer: CLIENT, forwarded: SPOOFED }), CLIENT);
});

test('IPv6 addresses count by /64, IPv4-mapped ones as IPv4', async () => {
  const seen = (peer: string) => addressSeen(false, { peer });
  assert.equal(await seen('2001:db8:1:2:aaaa::1'), '2001:db8:1:2::/64');
  assert.equal(await seen('2001:db8:1:2:bbbb::2'), '2001:db8:1:2::/64');
  assert.equal(await seen('2001:db8:1:3::1'), '2001:db8:1:3::/64');
  assert.equal(await seen('::ffff:192.0.2.7'), '192.0.2.7');
  assert.equal(await seen('fe80::1%eth0'), 'fe80::/64');
});

test('forwarded text that is not an address is used as it is, truncated', async () => {
  const seen = await addressSeen(1, { peer: PROXY, forwarded: 'x'.repeat(500) });
  assert.equal(seen, 'x'.repeat(64));
});
