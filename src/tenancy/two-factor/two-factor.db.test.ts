import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { GOOD_PASSWORD, openTenancy, type TestTenancy } from '../testing/app.ts';
import { openBrowser, signUpBrowser } from '../testing/browser.ts';
import { codeAt } from './totp.ts';

const STEP_MS = 30_000;

describe('two-factor sign-in', () => {
  let tenancy: TestTenancy;
  before(async () => {
    tenancy = await openTenancy();
  });
  after(() => tenancy.close());

  const stepNow = () => Math.floor(tenancy.clock.now().getTime() / STEP_MS);

  async function enrol(email: string) {
    const { browser } = await signUpBrowser(tenancy, email);
    const setup = (await browser.call('POST', '/api/auth/2fa/setup')).json();
    const code = codeAt(setup.secret, stepNow());
    const enabled = await browser.call('POST', '/api/auth/2fa/enable', { code, password: GOOD_PASSWORD });
    assert.equal(enabled.statusCode, 200);
    tenancy.clock.advanceMs(2 * STEP_MS);
    return { browser, secret: setup.secret as string, recovery: enabled.json().recovery_codes as string[] };
  }

  const signIn = (email: string, totp?: string, address = '192.0.2.77') =>
    openBrowser(tenancy, address).auth({ action: 'signin', email, password: GOOD_PASSWORD, totp });

  test('setup answers secret, otpauth address and picture, and changes nothing before a code proves it', async () => {
    const { browser } = await signUpBrowser(tenancy, 'setup@example.com');
    const setup = (await browser.call('POST', '/api/auth/2fa/setup')).json();
    assert.match(setup.secret, /^[A-Z2-7]{32}$/);
    assert.match(setup.otpauth_url, /^otpauth:\/\/totp\/Vox%20Humana:setup%40example\.com\?.*secret=/);
    assert.match(setup.qr_svg, /^<svg/);
    const wrong = await browser.call('POST', '/api/auth/2fa/enable', {
      code: '000000x',
      password: GOOD_PASSWORD,
    });
    assert.equal(wrong.statusCode, 400);
    assert.equal((await signIn('setup@example.com')).statusCode, 200);
  });

  test('403: turning it on or off needs the password; a session alone does neither', async () => {
    const { browser } = await signUpBrowser(tenancy, 'alone@example.com');
    const { secret } = (await browser.call('POST', '/api/auth/2fa/setup')).json();
    const proof = (password: string) => ({ code: codeAt(secret, stepNow()), password });
    const stolen = await browser.call('POST', '/api/auth/2fa/enable', proof('a guess'));
    assert.deepEqual([stolen.statusCode, stolen.json().code], [403, 'wrong_password']);
    const missing = await browser.call('POST', '/api/auth/2fa/enable', { code: '123456' });
    assert.equal(missing.statusCode, 400);
    assert.equal((await browser.call('POST', '/api/auth/2fa/enable', proof(GOOD_PASSWORD))).statusCode, 200);
    tenancy.clock.advanceMs(2 * STEP_MS);
    assert.equal((await browser.call('DELETE', '/api/auth/2fa', proof('a guess'))).statusCode, 403);
    assert.equal((await browser.call('DELETE', '/api/auth/2fa', proof(GOOD_PASSWORD))).statusCode, 200);
  });

  test('turning it on ends the sessions that the password alone opened, and keeps the one that did it', async () => {
    const email = 'older@example.com';
    const { browser } = await signUpBrowser(tenancy, email);
    const stolen = openBrowser(tenancy, '192.0.2.78');
    await stolen.auth({ action: 'signin', email, password: GOOD_PASSWORD });
    assert.equal((await stolen.call('GET', '/api/sessions')).statusCode, 200);
    const { secret } = (await browser.call('POST', '/api/auth/2fa/setup')).json();
    const proof = { code: codeAt(secret, stepNow()), password: GOOD_PASSWORD };
    const wrong = await browser.call('POST', '/api/auth/2fa/enable', { ...proof, code: '000000x' });
    assert.equal(wrong.statusCode, 400);
    assert.equal((await stolen.call('GET', '/api/sessions')).statusCode, 200, 'nothing has changed yet');
    assert.equal((await browser.call('POST', '/api/auth/2fa/enable', proof)).statusCode, 200);
    assert.equal((await stolen.call('GET', '/api/sessions')).statusCode, 401);
    assert.equal((await browser.call('GET', '/api/sessions')).json().sessions.length, 1);
  });

  test('401 totp_required: a sign-in by password during which it is turned on', async (t) => {
    const email = 'meanwhile@example.com';
    const { browser } = await signUpBrowser(tenancy, email);
    await browser.call('POST', '/api/auth/2fa/setup');
    const begin = tenancy.db.transaction.bind(tenancy.db);
    const transaction = t.mock.method(tenancy.db, 'transaction', () => {
      const started = begin();
      const execute = started.execute.bind(started);
      started.execute = async (work) => {
        await sql`
          UPDATE two_factor SET enabled_at = now()
          WHERE account_id = (SELECT id FROM accounts WHERE email = ${email})`.execute(tenancy.db);
        return execute(work);
      };
      return started;
    });
    const late = await signIn(email);
    assert.equal(transaction.mock.callCount(), 1);
    assert.deepEqual([late.statusCode, late.json().code], [401, 'totp_required']);
  });

  test('401 totp_required: until the code is right', async () => {
    const { secret } = await enrol('totp@example.com');
    const without = await signIn('totp@example.com');
    assert.equal(without.statusCode, 401);
    assert.equal(without.json().code, 'totp_required');
    const wrong = await signIn('totp@example.com', codeAt(secret, stepNow() + 5));
    assert.equal(wrong.json().code, 'totp_required');
    assert.equal((await signIn('totp@example.com', codeAt(secret, stepNow()))).statusCode, 200);
  });

  test('401: a wrong password gets the same answer with and without a second factor', async () => {
    await enrol('apart@example.com');
    const reply = await openBrowser(tenancy).auth({
      action: 'signin',
      email: 'apart@example.com',
      password: 'not the password',
    });
    assert.equal(reply.json().code, 'wrong_credentials');
  });

  test('accepts the step before and after, and none farther away', async () => {
    const { secret } = await enrol('drift@example.com');
    const statusAt = async (by: number) =>
      (await signIn('drift@example.com', codeAt(secret, stepNow() + by))).statusCode;
    assert.equal(await statusAt(-2), 401);
    assert.equal(await statusAt(2), 401);
    assert.equal(await statusAt(-1), 200);
    assert.equal(await statusAt(1), 200);
    assert.equal(await statusAt(0), 401, 'an earlier step than the last one spent');
  });

  test('a code is good for one of ten sign-ins at the same time', async () => {
    const { secret } = await enrol('once@example.com');
    const code = codeAt(secret, stepNow());
    const tries = Array.from({ length: 10 }, (_, index) =>
      signIn('once@example.com', code, `192.0.2.${index}`),
    );
    const statuses = (await Promise.all(tries)).map((reply) => reply.statusCode);
    assert.equal(statuses.filter((status) => status === 200).length, 1);
  });

  test('each of ten recovery codes works for one sign-in, in any notation', async () => {
    const { recovery } = await enrol('recover@example.com');
    assert.equal(new Set(recovery).size, 10);
    const [first = '', second = ''] = recovery;
    assert.equal((await signIn('recover@example.com', first)).statusCode, 200);
    assert.equal((await signIn('recover@example.com', first)).statusCode, 401);
    const sloppy = second.replaceAll('-', ' ').toUpperCase();
    assert.equal((await signIn('recover@example.com', sloppy)).statusCode, 200);
  });

  test('wrong codes lock like wrong passwords', async () => {
    const { secret } = await enrol('guess@example.com');
    for (let index = 0; index < 5; index++) await signIn('guess@example.com', '123');
    const reply = await signIn('guess@example.com', codeAt(secret, stepNow()));
    assert.equal(reply.json().code, 'locked');
  });

  test('asking without a code is no failure', async () => {
    const { secret } = await enrol('asking@example.com');
    for (let index = 0; index < 8; index++) await signIn('asking@example.com');
    assert.equal((await signIn('asking@example.com', codeAt(secret, stepNow()))).statusCode, 200);
  });

  test('409: cannot be set up again while it is on; a code turns it off', async () => {
    const { browser, secret } = await enrol('off@example.com');
    assert.equal((await browser.call('POST', '/api/auth/2fa/setup')).statusCode, 409);
    assert.equal(
      (await browser.call('POST', '/api/auth/2fa/enable', { code: '123456', password: GOOD_PASSWORD }))
        .statusCode,
      409,
    );
    assert.equal(
      (await browser.call('DELETE', '/api/auth/2fa', { code: '999999x', password: GOOD_PASSWORD }))
        .statusCode,
      400,
    );
    const off = await browser.call('DELETE', '/api/auth/2fa', {
      code: codeAt(secret, stepNow()),
      password: GOOD_PASSWORD,
    });
    assert.equal(off.statusCode, 200);
    assert.equal((await signIn('off@example.com')).statusCode, 200);
    assert.equal(
      (await browser.call('DELETE', '/api/auth/2fa', { code: '123456', password: GOOD_PASSWORD })).statusCode,
      409,
    );
  });

  test('stores neither the secret nor the recovery codes in plain text', async () => {
    const { secret, recovery } = await enrol('atrest@example.com');
    const { rows } = await sql<{ row: string }>`
      SELECT encode(secret_sealed, 'escape') AS row FROM two_factor
      UNION ALL SELECT encode(code_hash, 'escape') FROM recovery_codes`.execute(tenancy.db);
    const plain = [secret, ...recovery, ...recovery.map((code) => code.replaceAll('-', ''))];
    assert.ok(rows.length > 10);
    assert.ok(rows.every(({ row }) => plain.every((text) => !row.includes(text))));
  });
});
