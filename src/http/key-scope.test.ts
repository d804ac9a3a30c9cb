import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BROWSER_PERMISSIONS,
  commonPermissions,
  grants,
  type KeyScope,
  type RoutePermission,
  requireScope,
} from './key-scope.ts';

type Call = { kind?: 'key' | 'ephemeral'; ip?: string; permission?: RoutePermission };

/** The code of the refusal; null when the call is allowed. */
function refusal(scope: Partial<KeyScope>, { kind = 'key', ip = '192.0.2.1', ...config }: Call) {
  const request = { ip, routeOptions: { config } } as unknown as Parameters<typeof requireScope>[0];
  const caller = {
    scope: { permissions: null, allowedAddresses: null, ...scope },
    credential: { kind },
  };
  try {
    requireScope(request, caller);
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const DENIED = 'key_permission_denied';

test('a group has two halves, which both can read; :read can nothing else', () => {
  const may = (permissions: string[], permission: RoutePermission) =>
    refusal({ permissions }, { permission }) === null;
  const levels = (permission: string) =>
    (['jobs:read', 'jobs:use', 'jobs:manage'] as const).map((needed) => may([permission], needed));
  assert.deepEqual(levels('jobs'), [true, true, true]);
  assert.deepEqual(levels('jobs:use'), [true, true, false]);
  assert.deepEqual(levels('jobs:manage'), [true, false, true]);
  assert.deepEqual(levels('jobs:read'), [true, false, false]);
  assert.deepEqual(levels('assets'), [false, false, false]);
});

test('a key for a browser changes nothing, whatever it was given', () => {
  for (const permissions of [null, ['speech'], ['speech:manage']]) {
    const by = (permission: RoutePermission) => refusal({ permissions }, { kind: 'ephemeral', permission });
    assert.equal(by('speech:manage'), DENIED);
    assert.equal(by('any:manage'), DENIED);
    assert.equal(by('speech:read'), null);
  }
  assert.equal(refusal({ permissions: ['speech'] }, { kind: 'ephemeral', permission: 'speech:use' }), null);
});

test('a route without a group is closed to narrowed keys; `any` is open to all', () => {
  assert.equal(refusal({ permissions: ['jobs'] }, {}), DENIED);
  assert.equal(refusal({ permissions: null }, {}), null);
  for (const permission of ['any:read', 'any:use', 'any:manage'] as const)
    assert.equal(refusal({ permissions: ['jobs:read'] }, { permission }), null);
});

test('the refusal names what is missing', () => {
  const call = { ip: '', routeOptions: { config: { permission: 'speech:use' } } };
  const scope = { permissions: ['jobs'], allowedAddresses: null };
  const check = () =>
    requireScope(call as unknown as Parameters<typeof requireScope>[0], {
      scope,
      credential: { kind: 'key' },
    });
  assert.throws(check, /does not have the permission speech:use/);
});

test('addresses match by family and prefix, IPv4 also in its mapped form', () => {
  const from = (allowed: string[], ip: string) =>
    refusal({ allowedAddresses: allowed }, { ip, permission: 'any:read' }) === null;
  assert.ok(from(['203.0.113.5'], '203.0.113.5'));
  assert.ok(from(['203.0.113.5'], '::ffff:203.0.113.5'));
  assert.ok(from(['203.0.113.0/24', '2001:db8::/32'], '2001:db8:1::9'));
  assert.ok(from(['fe80::/10'], 'fe80::1%eth0'));
  for (const ip of ['203.0.114.1', '2001:db8::1', '::1', 'unknown', '', '203.0.113.5:80'])
    assert.equal(from(['203.0.113.0/24'], ip), false, ip);
  assert.equal(from(['::/0'], '203.0.113.5'), false);
});

test('the address is checked before the permission', () => {
  const scope = { permissions: ['jobs'], allowedAddresses: ['203.0.113.5'] };
  assert.equal(refusal(scope, { permission: 'assets:read' }), 'key_address_denied');
});

test('two lists have in common what both grant', () => {
  const common = commonPermissions;
  assert.deepEqual(common(['speech', 'jobs'], null), ['speech', 'jobs']);
  assert.deepEqual(common(['speech', 'jobs'], ['jobs:read']), ['jobs:read']);
  assert.deepEqual(common(['jobs:read'], ['jobs', 'music']), ['jobs:read']);
  assert.deepEqual(common(['speech'], ['music']), []);
  assert.deepEqual(common(['speech:use'], ['speech']), ['speech:use']);
  assert.deepEqual(common(['speech'], ['speech:use']), ['speech:use']);
  assert.deepEqual(common(['speech:use'], ['speech:manage']), ['speech:read']);
  assert.deepEqual(common(['speech'], ['speech:use', 'speech:manage']), ['speech']);
});

test('what two lists have in common grants only what each of them grants', () => {
  const levels = ['read', 'use', 'manage'] as const;
  const lists = (group: string) => [[], [group], ...levels.map((level) => [`${group}:${level}`])];
  for (const own of lists('jobs'))
    for (const other of lists('jobs'))
      for (const level of levels) {
        const needed = `jobs:${level}`;
        const both = grants(own, needed) && grants(other, needed);
        assert.equal(grants(commonPermissions(own, other), needed), both, `${own} and ${other}: ${needed}`);
      }
});

test('a browser can be given no group of the account', () => {
  assert.ok(BROWSER_PERMISSIONS.includes('speech') && BROWSER_PERMISSIONS.includes('jobs:read'));
  for (const permission of BROWSER_PERMISSIONS)
    assert.doesNotMatch(permission, /billing|webhooks|marketplace|agents|manage/);
});
