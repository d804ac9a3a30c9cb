import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql, type Tx } from '../../platform/database/index.ts';
import { GOOD_PASSWORD, openTenancy, type TestTenancy } from '../testing/app.ts';
import { openBrowser, signUpBrowser } from '../testing/browser.ts';
import { findAccountByEmail } from './queries.ts';

describe('sign-up', () => {
  let tenancy: TestTenancy;
  before(async () => {
    tenancy = await openTenancy();
  });
  after(() => tenancy.close());

  const signUp = (body: Record<string, unknown>) =>
    openBrowser(tenancy).auth({ action: 'signup', password: GOOD_PASSWORD, ...body });

  test('201: answers the user, a session and a first key that works', async () => {
    const reply = await signUp({ email: ' Ada@Example.com ', name: 'Ada' });
    assert.equal(reply.statusCode, 201);
    const { user, api_key } = reply.json();
    assert.match(api_key, /^sk_live_[0-9A-Za-z]{40}$/);
    assert.deepEqual(
      {
        email: user.email,
        name: user.name,
        plan: user.plan,
        admin: user.admin,
        credits: user.routingCredits,
      },
      { email: 'Ada@Example.com', name: 'Ada', plan: 'free', admin: false, credits: 50 },
    );
    const probe = await tenancy.app.inject({
      url: '/api/v1/probe',
      headers: { authorization: `Bearer ${api_key}` },
    });
    assert.equal(probe.json().accountId, user.id);
    const cookie = String(reply.headers['set-cookie']);
    for (const flag of ['vox_session=', 'HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=1209600'])
      assert.ok(cookie.includes(flag), `${flag} in ${cookie}`);
    assert.ok(!cookie.includes('Secure'));
  });

  test('opens what belongs to an account in the same transaction, or nothing', async (t) => {
    const run = t.mock.method(tenancy.onOpened, 'run');
    const { accountId } = await signUpBrowser(tenancy, 'opened@example.com');
    const [, facts] = run.mock.calls[0]?.arguments ?? [];
    assert.deepEqual(facts, {
      accountId,
      email: 'opened@example.com',
      plan: 'free',
      emailVerified: false,
      createdAt: tenancy.clock.now(),
    });
    run.mock.mockImplementation(() => Promise.reject(new Error('no wallet')));
    assert.equal((await signUp({ email: 'lost@example.com' })).statusCode, 500);
    assert.equal(await findAccountByEmail(tenancy.db, 'lost@example.com'), null);
  });

  test('400: an email address that already has an account, in any case', async () => {
    await signUp({ email: 'twice@example.com' });
    const reply = await signUp({ email: 'TWICE@example.com' });
    assert.equal(reply.statusCode, 400);
    assert.equal(reply.json().code, 'email_taken');
    // Mails are composed at the same time, so the welcome may be the later one.
    const mails = (await tenancy.mails()).filter(({ to }) => to === 'twice@example.com');
    assert.ok(
      mails.some(({ text }) => text.includes('Somebody tried to sign up')),
      'its owner is told',
    );
  });

  test('one of many sign-ups at once with the same e-mail gets it', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => signUp({ email: 'race@example.com' })));
    const statuses = replies.map((reply) => reply.statusCode).sort();
    assert.deepEqual(statuses, [201, 400, 400, 400, 400]);
  });

  test('400: validation failures', async () => {
    tenancy.clock.advanceMs(60_000);
    const bodies = [
      { email: 'not an address' },
      { email: 'a@b' },
      { email: 'new@example.com', password: undefined },
      { email: undefined },
      { email: 'new@example.com', password: 'short' },
      { email: 'new@example.com', password: 'x'.repeat(257) },
      { email: 'new@example.com', password: 'password123' },
      { email: 'grace.hopper@example.com', password: 'grace.hopper' },
      { email: 'new@example.com', action: 'sign-up' },
      { email: 'new@example.com', name: 'line\nbreak' },
      { email: 42 },
    ];
    for (const body of bodies) {
      const reply = await signUp(body);
      assert.equal(reply.statusCode, 400, JSON.stringify(body));
      assert.equal(typeof reply.json().error, 'string');
    }
  });

  test('503: sign-up when the database cannot be written', async (t) => {
    t.mock.method(tenancy.onOpened, 'run', (tx: Tx) => sql`SET TRANSACTION READ ONLY`.execute(tx));
    const reply = await signUp({ email: 'nobody@example.com' });
    assert.equal(reply.statusCode, 503);
    assert.equal(reply.json().code, 'store_unavailable');
  });
});
