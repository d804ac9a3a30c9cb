import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvalidAddress, parseAddressList } from './address-list.ts';

test('gives every network one spelling', () => {
  const spellings: Record<string, string> = {
    '203.0.113.5': '203.0.113.5',
    '203.0.113.5/32': '203.0.113.5',
    '203.0.113.77/24': '203.0.113.0/24',
    '2001:DB8:0::1': '2001:db8::1',
    '2001:db8::1/64': '2001:db8::/64',
    '::ffff:192.0.2.1': '192.0.2.1',
    '::ffff:192.0.2.1/120': '192.0.2.0/24',
    ' 10.0.0.0/8 ': '10.0.0.0/8',
    '0.0.0.0/0': '0.0.0.0/0',
    '::/0': '::/0',
  };
  for (const [written, spelled] of Object.entries(spellings))
    assert.deepEqual(parseAddressList([written]), [spelled]);
  assert.deepEqual(parseAddressList(['10.1.2.3/8', '10.0.0.0/8']), ['10.0.0.0/8']);
});

test('refuses what is not an address or a CIDR, and says which', () => {
  const wrong = ['', 'x', '127.1', '1.2.3.4/33', '1.2.3.4/', '1.2.3.4/-1', '1.2.3.4/8/8', '1.2.3.4/1e1'];
  for (const entry of [...wrong, '::1/129', '::ffff:1.2.3.4/8', 'fe80::1%eth0', 'localhost', '*'])
    assert.throws(() => parseAddressList(['::1', entry]), InvalidAddress, entry);
  assert.throws(() => parseAddressList(['::1', 'x']), /allowed_addresses\[1\]/);
});
