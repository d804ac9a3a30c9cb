import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLocalCall } from './local-call.ts';

function call(peer: string, headers: Record<string, string>) {
  return isLocalCall({ headers, raw: { socket: { remoteAddress: peer } } });
}

const HOST = { host: '127.0.0.1:8080' };

test('a browser or a program at this machine makes a local call', () => {
  for (const peer of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) assert.ok(call(peer, HOST), peer);
  for (const host of ['localhost:8080', 'LOCALHOST', '[::1]:8080', '127.0.0.1'])
    assert.ok(call('127.0.0.1', { host, origin: `http://${host}` }), host);
});

test('a call from another machine is not local, whatever it says', () => {
  for (const peer of ['192.0.2.1', '10.0.0.1', '::ffff:192.0.2.1', '2001:db8::1', '0.0.0.0', ''])
    assert.equal(call(peer, HOST), false, peer);
  assert.equal(call('192.0.2.1', { ...HOST, 'x-forwarded-for': '127.0.0.1' }), false);
});

test('a call through a proxy on this machine is not local', () => {
  for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host'])
    assert.equal(call('127.0.0.1', { ...HOST, [name]: '127.0.0.1' }), false, name);
  // A proxy that adds nothing and renames the host still passes on the origin of the page.
  assert.equal(call('127.0.0.1', { ...HOST, origin: 'https://voice.example.com' }), false);
});

test('a page of another site is not local, also when its name resolves to this machine', () => {
  for (const host of [
    'evil.example:8080',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '',
    '@',
    'a b',
  ])
    assert.equal(call('127.0.0.1', { host }), false, host);
  for (const origin of ['http://evil.example', 'null', 'file://', ''])
    assert.equal(call('127.0.0.1', { ...HOST, origin }), false, origin);
  assert.equal(call('127.0.0.1', {}), false);
});
