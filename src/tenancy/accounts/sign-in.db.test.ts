import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { beginAttempt } from '../lockout/index.ts';
import { GOOD_PASSWORD, openTenancy, type TestTenancy } from '../testing/app.ts';
import { openBrowser, signUpBrowser } from '../testing/browser.ts';
import { createAccount } from './index.ts';

const MINUTE_MS = 60_000;

describe('sign-in', () => {
  let tenancy: TestTenancy;
  before(async () => {
    tenancy = await openTenancy();
  });
  after(() => tenancy.close());

  const signIn = (email: string, password: string, address?: string) =>
    openBrowser(tenancy, address).auth({ action: 'signin', email, password });

  async function failTimes(count: number, email: string, address: string): Promise<number[]> {
    const statuses: number[] = [];
    for (let index = 0; index < count; index++) {
      statuses.push((await signIn(email, 'not the password', address)).statusCode);
    }
    return statuses;
  }

  test('200: the right password returns the user and a session, whatever the case of the address', async () => {
    const { accountId } = await signUpBrowser(tenancy, 'in@example.com');
    const browser = openBrowser(tenancy);
    const reply = await browser.auth({ action: 'signin', email: 'IN@example.com', password: GOOD_PASSWORD });
    assert.equal(reply.statusCode, 200);
    assert.equal(reply.json().user.id, accountId);
    assert.equal(reply.json().api_key, undefined);
    const me = (await browser.call('GET', '/api/me')).json();
    assert.equal(me.user.id, accountId);
    assert.equal(typeof me.csrf_token, 'string');
  });

  test('401: unknown e-mail and wrong password read the same', async () => {
    await signUpBrowser(tenancy, 'known@example.com');
    const wrong = await signIn('known@example.com', 'not the password');
    const unknown = await signIn('unknown@example.com', 'not the password');
    assert.equal(wrong.statusCode, 401);
    assert.equal(unknown.statusCode, 401);
    const { request_id: _a, ...wrongBody } = wrong.json();
    const { request_id: _b, ...unknownBody } = unknown.json();
    assert.deepEqual(wrongBody, unknownBody);
  });

  test('429 locked: five failures from an address close the account to it for 15 minutes', async () => {
    await signUpBrowser(tenancy, 'locked@example.com');
    assert.deepEqual(await failTimes(4, 'locked@example.com', '192.0.2.50'), [401, 401, 401, 401]);
    tenancy.clock.advanceMs(5 * MINUTE_MS);
    assert.deepEqual(await failTimes(2, 'locked@example.com', '192.0.2.50'), [401, 429]);
    const locked = await signIn('locked@example.com', GOOD_PASSWORD, '192.0.2.50');
    assert.equal(locked.statusCode, 429);
    assert.equal(locked.json().code, 'locked');
    assert.equal(locked.headers['retry-after'], '600');
    tenancy.clock.advanceMs(10 * MINUTE_MS);
    assert.equal((await signIn('locked@example.com', GOOD_PASSWORD, '192.0.2.50')).statusCode, 200);
  });

  test('strangers cannot lock the owner out: another address still gets in', async () => {
    await signUpBrowser(tenancy, 'owner@example.com');
    await failTimes(6, 'owner@example.com', '192.0.2.60');
    assert.equal((await signIn('owner@example.com', GOOD_PASSWORD, '192.0.2.61')).statusCode, 200);
  });

  test('an address without an account is locked like one with an account', async () => {
    const statuses = await failTimes(6, 'ghost@example.com', '192.0.2.62');
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
  });

  test('guesses made at the same time get no more tries', async () => {
    const guesses = Array.from({ length: 20 }, () => signIn('burst@example.com', 'guess', '192.0.2.63'));
    const statuses = (await Promise.all(guesses)).map((reply) => reply.statusCode);
    assert.equal(statuses.filter((status) => status === 401).length, 5);
    assert.equal(statuses.filter((status) => status === 429).length, 15);
  });

  test('a right password forgets earlier failures', async () => {
    await signUpBrowser(tenancy, 'forgetful@example.com');
    for (let round = 0; round < 3; round++) {
      await failTimes(4, 'forgetful@example.com', '192.0.2.64');
      assert.equal((await signIn('forgetful@example.com', GOOD_PASSWORD, '192.0.2.64')).statusCode, 200);
    }
  });

  test('429 locked: a hundred failures in an hour close the account to every address', async () => {
    await signUpBrowser(tenancy, 'hunted@example.com');
    const addresses = Array.from({ length: 20 }, (_, index) => `198.51.100.${index}`);
    for (const address of addresses) await failTimes(5, 'hunted@example.com', address);
    const refused = await signIn('hunted@example.com', GOOD_PASSWORD, '198.51.100.200');
    assert.equal(refused.json().code, 'locked');
    tenancy.clock.advanceMs(60 * MINUTE_MS);
    assert.equal((await signIn('hunted@example.com', GOOD_PASSWORD, '198.51.100.200')).statusCode, 200);
  });

  test('the owner still gets in from an address used before while others hunt the account', async () => {
    await signUpBrowser(tenancy, 'prey@example.com');
    const addresses = Array.from({ length: 21 }, (_, index) => `198.51.101.${index}`);
    for (const address of addresses) await failTimes(5, 'prey@example.com', address);
    assert.equal((await signIn('prey@example.com', GOOD_PASSWORD, '198.51.101.200')).json().code, 'locked');
    assert.equal((await signIn('prey@example.com', GOOD_PASSWORD, '192.0.2.1')).statusCode, 200);
  });

  test('addresses that rotate inside an IPv6 /64 count as one', async () => {
    const statuses = [];
    for (let host = 1; host <= 6; host++) {
      const reply = await signIn('six@example.com', 'not the password', `2001:db8:7:7::${host}`);
      statuses.push(reply.statusCode);
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
    assert.equal((await signIn('six@example.com', 'not the password', '2001:db8:7:8::1')).statusCode, 401);
  });

  test('rotating addresses leave no row behind once the account is locked', async () => {
    const rows = async () => {
      const {
        rows: [row],
      } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM rate_windows`.execute(tenancy.db);
      return row?.n ?? 0;
    };
    const attempt = (index: number) =>
      beginAttempt(tenancy, {
        who: 'flooded@example.com',
        address: `10.0.${index >> 8}.${index & 255}`,
        knownAddress: false,
      });
    for (let index = 0; index < 100; index++) await attempt(index);
    const before = await rows();
    for (let index = 100; index < 1_100; index++) await assert.rejects(attempt(index), { code: 'locked' });
    assert.equal(await rows(), before);
  });

  test('exhausting the limit of a shared IP address does not lock out its other users', async () => {
    const shared = '203.0.113.77';
    const resident = openBrowser(tenancy, shared);
    const email = 'resident@example.com';
    await resident.auth({ action: 'signup', email, password: GOOD_PASSWORD });
    await resident.auth({ action: 'signout' });
    const attacker = openBrowser(tenancy, shared);
    for (let index = 0; index < 70; index++)
      await attacker.auth({ action: 'signin', email: `victim${index}@example.com`, password: 'guess' });
    const refused = await attacker.auth({ action: 'signin', email: 'next@example.com', password: 'guess' });
    assert.equal(refused.json().code, 'rate_limited');
    assert.equal((await attacker.auth({ action: 'forgot', email })).statusCode, 429);
    assert.equal((await resident.auth({ action: 'signin', email, password: GOOD_PASSWORD })).statusCode, 200);
  });

  test('an office full of people signs in from one address in the same minute', async () => {
    const office = '203.0.113.80';
    const passwordHash = await tenancy.passwords.hash(GOOD_PASSWORD);
    const emails = Array.from({ length: 70 }, (_, index) => `desk${index}@example.com`);
    for (const email of emails)
      await tenancy.db
        .transaction()
        .execute((tx) =>
          createAccount({ ...tenancy, tx, accountOpened: async () => undefined }, { email, passwordHash }),
        );
    for (const email of emails) assert.equal((await signIn(email, GOOD_PASSWORD, office)).statusCode, 200);
    await failTimes(1, 'stuffed@example.com', office);
    const newcomer = await signIn('desk1@example.com', GOOD_PASSWORD, office);
    assert.equal(newcomer.headers.ratelimit, '"auth";r=58;t=60', 'only what failed counts');
  });

  test('an account that signs in all the time uses up the limit of its address', async () => {
    await signUpBrowser(tenancy, 'looping@example.com');
    let reply = await signIn('looping@example.com', GOOD_PASSWORD, '203.0.113.81');
    for (let index = 1; index < 13; index++)
      reply = await signIn('looping@example.com', GOOD_PASSWORD, '203.0.113.81');
    assert.equal(reply.headers.ratelimit, '"auth";r=57;t=60');
  });

  test('a password that was reset while it was being checked opens no session', async (t) => {
    const { accountId } = await signUpBrowser(tenancy, 'raced@example.com');
    t.mock.method(tenancy.passwords, 'verify', async () => {
      await sql`UPDATE accounts SET password_hash = 'another' WHERE id = ${accountId}`.execute(tenancy.db);
      return true;
    });
    assert.equal((await signIn('raced@example.com', GOOD_PASSWORD)).statusCode, 401);
  });

  test('400: e-mail or password missing', async () => {
    const reply = await openBrowser(tenancy).auth({ action: 'signin' });
    assert.equal(reply.statusCode, 400);
    assert.equal(reply.json().detail.length, 2);
  });

  test('429: more than 60 calls to POST /api/auth in a minute from one address', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 61; index++) {
      const reply = await openBrowser(tenancy, '203.0.113.9').auth({ action: 'signout' });
      statuses.push(reply.statusCode);
    }
    assert.deepEqual(new Set(statuses.slice(0, 60)), new Set([200]));
    assert.equal(statuses[60], 429);
  });
});
