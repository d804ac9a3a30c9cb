import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BROWSER_PERMISSIONS,
  commonPermissions,
  type KeyScope,
  type RouteGroup,
  requireScope,
} from './key-scope.ts';

type Call = { method?: string; ip?: string; permission?: RouteGroup | 'any'; socket?: boolean };

/** The code of the refusal; null when the call is allowed. */
function refusal(scope: Partial<KeyScope>, { method = 'GET', ip = '192.0.2.1', ...config }: Call) {
  const request = { method, ip, routeOptions: { config } } as Parameters<typeof requireScope>[0];
  try {
    requireScope(request, { permissions: null, allowedAddresses: null, ...scope });
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const DENIED = 'key_permission_denied';

test('a group allows all its routes, :read only those that read', () => {
  const may = (permissions: string[], call: Call) => refusal({ permissions }, call) === null;
  assert.ok(may(['jobs'], { permission: 'jobs', method: 'DELETE' }));
  assert.ok(may(['jobs'], { permission: 'jobs' }));
  assert.ok(may(['speech', 'jobs:read'], { permission: 'jobs', method: 'HEAD' }));
  assert.equal(may(['jobs:read'], { permission: 'jobs', method: 'POST' }), false);
  assert.equal(may(['jobs'], { permission: 'assets' }), false);
});

test('a socket is more than reading, though it begins with GET', () => {
  const call = { permission: 'agents', socket: true } as const;
  assert.equal(refusal({ permissions: ['agents:read'] }, call), DENIED);
  assert.equal(refusal({ permissions: ['agents'] }, call), null);
});

test('a route without a group is closed to narrowed keys; `any` is open to all', () => {
  assert.equal(refusal({ permissions: ['jobs'] }, {}), DENIED);
  assert.equal(refusal({ permissions: null }, {}), null);
  assert.equal(refusal({ permissions: ['jobs:read'] }, { permission: 'any', method: 'POST' }), null);
});

test('the refusal names what is missing', () => {
  const call = { method: 'POST', ip: '', routeOptions: { config: { permission: 'speech' } } };
  const check = () =>
    requireScope(call as Parameters<typeof requireScope>[0], {
      permissions: ['jobs'],
      allowedAddresses: null,
    });
  assert.throws(check, /does not have the permission speech/);
});

test('addresses match by family and prefix, IPv4 also in its mapped form', () => {
  const from = (allowed: string[], ip: string) =>
    refusal({ allowedAddresses: allowed }, { ip, permission: 'any' }) === null;
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
  assert.equal(refusal(scope, { permission: 'assets' }), 'key_address_denied');
});

test('two lists have in common what both grant', () => {
  const common = commonPermissions;
  assert.deepEqual(common(['speech', 'jobs'], null), ['speech', 'jobs']);
  assert.deepEqual(common(['speech', 'jobs'], ['jobs:read']), ['jobs:read']);
  assert.deepEqual(common(['jobs:read'], ['jobs', 'music']), ['jobs:read']);
  assert.deepEqual(common(['speech'], ['music']), []);
});

test('a browser can be given no group of the account', () => {
  assert.ok(BROWSER_PERMISSIONS.includes('speech') && BROWSER_PERMISSIONS.includes('jobs:read'));
  for (const permission of BROWSER_PERMISSIONS)
    assert.doesNotMatch(permission, /billing|webhooks|marketplace/);
});
