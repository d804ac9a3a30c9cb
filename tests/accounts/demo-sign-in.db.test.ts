import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { demoEmailFor, demoKey } from '../../src/main/demo-account.ts';
import { sessionCookieName } from '../../src/tenancy/sessions/index.ts';
import { assertError } from '../support/assert-error.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const HOST = { host: 'localhost:8080' };

describe('signing in to the demo account', () => {
  let service: TestService;
  before(async () => {
    service = await openTestService();
  });
  after(() => service.close());

  const signIn = (headers: Record<string, string> = HOST) =>
    service.app.inject({ method: 'POST', url: '/api/auth', headers, payload: { action: 'demo' } });
  const offered = async (headers: Record<string, string> = HOST) =>
    (await service.app.inject({ url: '/api/console', headers })).json().demo;

  test('there is none before the account exists', async () => {
    assert.equal(await offered(), false);
    assertError(await signIn(), 403, 'demo_unavailable');
  });

  test('a browser on this machine gets an ordinary session', async () => {
    await demoKey({ ...service, dataDir: service.config.dataDir, isKnownKey: async () => false });
    assert.equal(await offered(), true);
    const reply = await signIn({ ...HOST, origin: 'http://localhost:8080' });
    assert.equal(reply.statusCode, 200, reply.body);
    assert.equal(reply.json().user.email, 'demo@vox-humana.example');
    const cookie = `${sessionCookieName(false)}=${reply.cookies[0]?.value}`;
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const keys = await service.app.inject({
      method: 'POST',
      url: '/api/keys',
      headers,
      payload: { ephemeral: true },
    });
    assert.equal(keys.statusCode, 201, keys.body);
  });

  test('403: anybody else, although the account exists', async () => {
    for (const headers of [{ host: 'evil.example' }, { ...HOST, 'x-forwarded-for': '127.0.0.1' }]) {
      assert.equal(await offered(headers), false);
      assertError(await signIn(headers), 403, 'demo_unavailable');
    }
    assertError(await signIn({ ...HOST, origin: 'https://evil.example' }), 403, 'demo_unavailable');
    const remote = await service.app.inject({
      method: 'POST',
      url: '/api/auth',
      headers: HOST,
      remoteAddress: '192.0.2.1',
      payload: { action: 'demo' },
    });
    assertError(remote, 403, 'demo_unavailable');
  });

  test('409 no_password: what asks for a password says that there is none', async () => {
    const cookie = `${sessionCookieName(false)}=${(await signIn()).cookies[0]?.value}`;
    const call = (method: 'POST' | 'DELETE', url: string, payload: object) =>
      service.app.inject({ method, url, payload, headers: { cookie, 'sec-fetch-site': 'same-origin' } });
    const change = { password: '', new_password: 'plum tractor eleven sonnets' };
    assertError(await call('POST', '/api/account/password', change), 409, 'no_password');
    assertError(await call('DELETE', '/api/account', { password: 'x' }), 409, 'no_password');
    assert.equal((await call('POST', '/api/auth/2fa/setup', {})).statusCode, 200);
    const enable = { code: '000000', password: 'x' };
    assertError(await call('POST', '/api/auth/2fa/enable', enable), 409, 'no_password');
  });

  test('nobody is offered one in production, behind a proxy or under a public address', () => {
    const local = { production: false, trustProxy: false, publicUrl: 'http://127.0.0.1:8080' } as const;
    assert.notEqual(demoEmailFor(local), null);
    assert.equal(demoEmailFor({ ...local, production: true }), null);
    assert.equal(demoEmailFor({ ...local, trustProxy: 1 }), null);
    assert.equal(demoEmailFor({ ...local, publicUrl: 'https://voice.example.com' }), null);
  });
});
