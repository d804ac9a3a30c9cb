import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSeenPools } from './pools-seen.ts';

const payer = { accountId: 'account', credentialId: 'key', ephemeralKeyId: undefined };

test('a pool has plenty when it holds twenty times what the calls of its account may take', () => {
  const pools = createSeenPools(() => 0);
  assert.equal(pools.holdOfPlenty(payer, 1), null);
  pools.note(payer, 2_000);
  assert.equal(pools.holdOfPlenty(payer, 101), null);
  const first = pools.holdOfPlenty(payer, 60);
  assert.ok(first);
  assert.equal(pools.holdOfPlenty(payer, 41), null);
  assert.ok(pools.holdOfPlenty(payer, 40));
  first.end();
  assert.ok(pools.holdOfPlenty(payer, 60));
});

test('what was seen of a pool holds for a minute, and until a charge is not taken', () => {
  let now = 0;
  const pools = createSeenPools(() => now);
  pools.note(payer, 2_000);
  now = 60_000;
  assert.ok(pools.holdOfPlenty(payer, 1));
  now = 60_001;
  assert.equal(pools.holdOfPlenty(payer, 1), null);
  pools.note(payer, 2_000);
  pools.note(payer, null);
  assert.equal(pools.holdOfPlenty(payer, 1), null);
});

test('each key learns for itself whether it may, and all of an account count together', () => {
  const pools = createSeenPools(() => 0);
  const other = { ...payer, credentialId: 'another' };
  const ephemeral = { ...payer, ephemeralKeyId: 'short-lived' };
  pools.note(payer, 2_000);
  assert.equal(pools.holdOfPlenty(other, 1), null);
  assert.equal(pools.holdOfPlenty(ephemeral, 1), null);
  pools.note(other, 2_000);
  assert.ok(pools.holdOfPlenty(payer, 60));
  assert.equal(pools.holdOfPlenty(other, 41), null);
});
