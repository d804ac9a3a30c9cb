import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { setAdmin } from '../administrators/index.ts';
import { ADMIN_EMAIL, GOOD_PASSWORD, openTenancy, type TestTenancy } from '../testing/app.ts';
import { openBrowser, signUpBrowser } from '../testing/browser.ts';
import { sweepSessions } from './index.ts';

const DAY_MS = 24 * 3_600_000;

describe('sessions', () => {
  let tenancy: TestTenancy;
  before(async () => {
    tenancy = await openTenancy();
  });
  after(() => tenancy.close());

  test('GET /api/me returns user null with 200 when there is no session', async () => {
    const reply = await openBrowser(tenancy).call('GET', '/api/me');
    assert.equal(reply.statusCode, 200);
    assert.deepEqual(reply.json(), { user: null });
  });

  test('401: a cookie that was altered, made up or signed with another secret', async () => {
    const { browser } = await signUpBrowser(tenancy, 'cookie@example.com');
    const good = browser.session ?? '';
    const [token, signature] = good.split('.');
    const flipped = token?.startsWith('A') ? `B${token.slice(1)}` : `A${token?.slice(1)}`;
    for (const bad of [
      'x',
      `${token}.`,
      `${token}`,
      `${flipped}.${signature}`,
      `${good}x`,
      `${token}.${token}`,
    ]) {
      browser.session = bad;
      assert.equal((await browser.call('GET', '/api/keys')).statusCode, 401, bad);
    }
    browser.session = good;
    assert.equal((await browser.call('GET', '/api/keys')).statusCode, 200);
  });

  test('401: expired session, 14 days after it was last used', async () => {
    const { browser } = await signUpBrowser(tenancy, 'rolling@example.com');
    for (let times = 0; times < 2; times++) {
      tenancy.clock.advanceMs(13 * DAY_MS);
      const me = await browser.call('GET', '/api/me');
      assert.notEqual(me.json().user, null);
      assert.match(String(me.headers['set-cookie']), /Max-Age=1209600/);
    }
    tenancy.clock.advanceMs(14 * DAY_MS);
    assert.equal((await browser.call('GET', '/api/keys')).statusCode, 401);
    assert.ok((await sweepSessions(tenancy)) >= 1);
  });

  test('401: a session ends 30 days after the sign-in, however often it is used', async () => {
    const { browser } = await signUpBrowser(tenancy, 'absolute@example.com');
    for (let days = 0; days < 29; days++) {
      tenancy.clock.advanceMs(DAY_MS);
      assert.equal((await browser.call('GET', '/api/keys')).statusCode, 200, `day ${days}`);
    }
    const { sessions } = (await browser.call('GET', '/api/sessions')).json();
    const lifetimeMs = Date.parse(sessions[0].expires_at) - Date.parse(sessions[0].created_at);
    assert.equal(lifetimeMs, 30 * DAY_MS);
    tenancy.clock.advanceMs(DAY_MS);
    assert.equal((await browser.call('GET', '/api/keys')).statusCode, 401);
  });

  test('in production the cookie is __Host-, and one of another subdomain is not taken for it', async (t) => {
    const secure = await openTenancy({ production: true });
    t.after(() => secure.close());
    const payload = { action: 'signup', email: 'host@example.com', password: GOOD_PASSWORD };
    const reply = await secure.app.inject({ method: 'POST', url: '/api/auth', payload });
    const [cookie] = reply.cookies;
    assert.equal(cookie?.name, '__Host-vox_session');
    assert.deepEqual([cookie?.secure, cookie?.path, cookie?.domain], [true, '/', undefined]);
    const as = async (name: string) =>
      (await secure.app.inject({ url: '/api/keys', cookies: { [name]: cookie?.value ?? '' } })).statusCode;
    assert.deepEqual([await as('__Host-vox_session'), await as('vox_session')], [200, 401]);
  });

  test('in production an administrator without a second factor is told to turn one on', async (t) => {
    const secure = await openTenancy({ production: true });
    t.after(() => secure.close());
    const { browser, accountId } = await signUpBrowser(secure, 'chief@example.com');
    await setAdmin(secure, 'chief@example.com', true);
    const { csrf_token } = (await browser.call('GET', '/api/me')).json();
    const act = () => browser.call('POST', '/api/admin/probe', {}, { 'x-csrf-token': csrf_token });
    const refused = await act();
    assert.deepEqual([refused.statusCode, refused.json().code], [403, 'second_factor_required']);
    assert.match(refused.json().error, /Turn on two-factor authentication/);
    await sql`
      INSERT INTO two_factor (account_id, secret_sealed) VALUES (${accountId}, '')`.execute(secure.db);
    assert.equal((await act()).statusCode, 403, 'set up, but not turned on');
    await sql`UPDATE two_factor SET enabled_at = now()`.execute(secure.db);
    assert.equal((await act()).statusCode, 200);
  });

  test('writes the rolling expiry at most once an hour', async () => {
    const { browser, accountId } = await signUpBrowser(tenancy, 'hourly@example.com');
    const expiry = async () => {
      const { rows } = await sql<{ expires_at: Date }>`
        SELECT expires_at FROM sessions WHERE account_id = ${accountId}`.execute(tenancy.db);
      return rows[0]?.expires_at.getTime();
    };
    const first = await expiry();
    tenancy.clock.advanceMs(59 * 60_000);
    await browser.call('GET', '/api/me');
    assert.equal(await expiry(), first);
    tenancy.clock.advanceMs(60_000);
    await browser.call('GET', '/api/me');
    assert.equal(await expiry(), (first ?? 0) + 60 * 60_000);
  });

  test('sign-out revokes that session only, including copies of its cookie', async () => {
    const { browser } = await signUpBrowser(tenancy, 'out@example.com');
    const other = openBrowser(tenancy);
    await other.auth({ action: 'signin', email: 'out@example.com', password: 'plum tractor eleven sonnets' });
    const copy = browser.session;
    const reply = await browser.auth({ action: 'signout' });
    assert.deepEqual(reply.json(), { user: null });
    assert.equal(browser.session, null);
    browser.session = copy;
    assert.deepEqual((await browser.call('GET', '/api/me')).json(), { user: null });
    assert.equal((await other.call('GET', '/api/keys')).statusCode, 200);
  });

  test('keeps no cookie and no token at rest', async () => {
    const { browser } = await signUpBrowser(tenancy, 'atrest@example.com');
    const { rows } = await sql<{ row: string }>`SELECT s::text AS row FROM sessions s`.execute(tenancy.db);
    const token = browser.session?.split('.')[0] ?? '';
    assert.ok(rows.length > 0 && rows.every(({ row }) => !row.includes(token)));
  });

  test('403: session calls that change something from another site, admin calls without the CSRF token', async () => {
    const { browser } = await signUpBrowser(tenancy, ADMIN_EMAIL);
    await setAdmin(tenancy, ADMIN_EMAIL, true);
    const crossSite = await browser.call('POST', '/api/keys', {}, { 'sec-fetch-site': 'cross-site' });
    assert.equal(crossSite.statusCode, 403);
    const { user, csrf_token } = (await browser.call('GET', '/api/me')).json();
    assert.equal(user.admin, true);
    const asAdmin = (token: string) =>
      browser.call('POST', '/api/admin/probe', {}, { 'x-csrf-token': token });
    assert.equal((await asAdmin('wrong')).statusCode, 403);
    assert.equal((await asAdmin(csrf_token)).statusCode, 200);
  });

  test('403: admin-only surfaces for everybody else', async () => {
    const { browser } = await signUpBrowser(tenancy, 'plain@example.com');
    const { csrf_token } = (await browser.call('GET', '/api/me')).json();
    const reply = await browser.call('POST', '/api/admin/probe', {}, { 'x-csrf-token': csrf_token });
    assert.equal(reply.statusCode, 403);
  });

  test('lists active sessions with where they were opened, and marks the current one', async () => {
    const email = 'devices@example.com';
    const { browser } = await signUpBrowser(tenancy, email);
    tenancy.clock.advanceMs(1);
    const phone = openBrowser(tenancy, '2001:db8:1:2:3:4:5:6');
    await phone.call(
      'POST',
      '/api/auth',
      { action: 'signin', email, password: GOOD_PASSWORD },
      { 'user-agent': 'Phone' },
    );
    const { sessions } = (await browser.call('GET', '/api/sessions')).json();
    assert.equal(sessions.length, 2);
    const seen = sessions.map(({ address, user_agent, current }: Record<string, unknown>) => ({
      address,
      user_agent,
      current,
    }));
    assert.deepEqual(seen, [
      { address: '2001:db8:1:2::/64', user_agent: 'Phone', current: false },
      { address: '192.0.2.1', user_agent: 'lightMyRequest', current: true },
    ]);
  });

  test('revokes one session or all others, and never those of another account', async () => {
    const email = 'many@example.com';
    const { browser } = await signUpBrowser(tenancy, email);
    const others = [openBrowser(tenancy), openBrowser(tenancy)];
    for (const other of others) {
      tenancy.clock.advanceMs(1);
      await other.auth({ action: 'signin', email, password: GOOD_PASSWORD });
    }
    const { browser: stranger } = await signUpBrowser(tenancy, 'stranger@example.com');
    const { sessions } = (await browser.call('GET', '/api/sessions')).json();
    const [newest] = sessions;
    assert.equal((await stranger.call('DELETE', `/api/sessions/${newest.id}`)).statusCode, 404);
    assert.equal((await browser.call('DELETE', '/api/sessions/nonsense')).statusCode, 404);
    assert.equal((await browser.call('DELETE', `/api/sessions/${newest.id}`)).statusCode, 204);
    assert.equal((await others[1]?.call('GET', '/api/keys'))?.statusCode, 401);
    assert.equal((await others[0]?.call('GET', '/api/keys'))?.statusCode, 200);
    assert.deepEqual((await browser.call('DELETE', '/api/sessions')).json(), { revoked: 1 });
    assert.equal((await others[0]?.call('GET', '/api/keys'))?.statusCode, 401);
    assert.equal((await browser.call('GET', '/api/keys')).statusCode, 200);
    assert.equal((await stranger.call('GET', '/api/keys')).statusCode, 200);
  });
});
