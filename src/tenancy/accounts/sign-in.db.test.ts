import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { GOOD_PASSWORD, openTenancy, type TestTenancy } from '../testing/app.ts';
import { openBrowser, signUpBrowser } from '../testing/browser.ts';

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

  test('200: the right password answers the user and a session, whatever the case of the e-mail', async () => {
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
    const [wrong, unknown] = [
      await signIn('known@example.com', 'not the password'),
      await signIn('unknown@example.com', 'not the password'),
    ];
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

  test('an e-mail without an account locks like one that has one', async () => {
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
