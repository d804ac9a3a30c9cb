import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changePlan, verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { openSmtpServer } from '../../src/platform/mail/testing/smtp.ts';
import { SYSTEM } from '../../src/tenancy/audit-log/index.ts';
import { stranger } from '../support/customer.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const PASSWORD = 'plum tractor eleven sonnets';
const MONTH_MS = 32 * 24 * 3_600_000;

describe('free credits, when mail can be sent', () => {
  let smtp: Awaited<ReturnType<typeof openSmtpServer>>;
  let service: TestService;
  before(async () => {
    smtp = await openSmtpServer();
    service = await openTestService({ smtpUrl: smtp.url });
  });
  after(async () => {
    await service.close();
    await smtp.close();
  });

  const call = (body: object, headers?: Record<string, string>) =>
    stranger(service)('POST', '/api/auth', body, headers);

  async function signUp(email: string) {
    const reply = await call({ action: 'signup', email, password: PASSWORD });
    assert.equal(reply.statusCode, 201, reply.body);
    const { user, api_key: key } = reply.json();
    await service.mailer?.idle();
    const raw = smtp.received.find(({ to }) => to.includes(email))?.raw ?? '';
    const token = /verify-email#([0-9A-Za-z]{43})/.exec(raw)?.[1] ?? '';
    const byKey = stranger(service, { authorization: `Bearer ${key}` });
    const speak = () => byKey('POST', '/api/v1/tts', { text: 'Hello.', voice_id: 'af_heart' });
    return { user, token, speak, accountId: user.id as string };
  }

  async function granted(accountId: string): Promise<number> {
    const { rows } = await sql<{ credits: number }>`
      SELECT coalesce(sum(amount), 0)::int AS credits FROM ledger_postings
      WHERE account_id = ${accountId}::uuid AND from_book = 'house_granted' AND unit = 'credit'`.execute(
      service.db,
    );
    return rows[0]?.credits ?? 0;
  }

  test('are granted once, when the address is verified, however many links are opened at once', async () => {
    const { user, token, speak, accountId } = await signUp('new@example.com');
    assert.deepEqual([user.credits.included, user.routingCredits], [0, 0]);
    assert.equal((await speak()).statusCode, 402);
    const replies = await Promise.all(
      [1, 2, 3].map(() => call({ action: 'verify', token, password: PASSWORD })),
    );
    assert.deepEqual(replies.map(({ statusCode }) => statusCode).sort(), [200, 400, 400]);
    assert.equal(await granted(accountId), 12_000);
    assert.equal((await speak()).statusCode, 200);
    assert.deepEqual(await verifyLedger(service.db), []);
  });

  test('are not granted by waiting for the next month, and verifying then grants one month', async () => {
    const { token, accountId } = await signUp('patient@example.com');
    const fresh = await signUp('fresh@example.com');
    await call({ action: 'verify', token: fresh.token, password: PASSWORD });
    service.clock.advanceMs(12 * 3_600_000);
    const signIn = await call({ action: 'signin', email: 'patient@example.com', password: PASSWORD });
    assert.equal(signIn.json().user.credits.included, 0);
    service.clock.advanceMs(MONTH_MS);
    const later = await call({ action: 'signin', email: 'patient@example.com', password: PASSWORD });
    assert.equal(later.json().user.credits.included, 0);
    assert.equal((await call({ action: 'verify', token, password: PASSWORD })).statusCode, 400);
    await call({ action: 'forgot', email: 'patient@example.com' });
    await service.mailer?.idle();
    const raw = smtp.received.at(-1)?.raw ?? '';
    const reset = /reset-password#([0-9A-Za-z]{43})/.exec(raw)?.[1] ?? '';
    assert.equal((await call({ action: 'reset', token: reset, password: PASSWORD })).statusCode, 200);
    assert.equal(await granted(accountId), 12_000);
    assert.deepEqual(await verifyLedger(service.db), []);
  });

  /** Deletes the account as its owner would. */
  async function leave(email: string): Promise<void> {
    const reply = await call({ action: 'signin', email, password: PASSWORD });
    assert.equal(reply.statusCode, 200, reply.body);
    const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? '';
    const gone = await stranger(service, { cookie, origin: 'http://localhost' })('DELETE', '/api/account', {
      password: PASSWORD,
    });
    assert.equal(gone.statusCode, 204, gone.body);
  }

  test('are granted once per address for ever, however it is spelled; whoever comes back gets the next month', async () => {
    const first = await signUp('leaver@example.com');
    await call({ action: 'verify', token: first.token, password: PASSWORD });
    assert.equal(await granted(first.accountId), 12_000);
    await leave('leaver@example.com');
    for (const email of ['leaver@example.com', 'leaver+2@example.com']) {
      smtp.received.length = 0;
      const again = await signUp(email);
      assert.equal(
        (await call({ action: 'verify', token: again.token, password: PASSWORD })).statusCode,
        200,
      );
      assert.equal(await granted(again.accountId), 0);
      assert.equal((await again.speak()).statusCode, 402);
      service.clock.advanceMs(MONTH_MS);
      assert.equal((await again.speak()).statusCode, 200);
      assert.equal(await granted(again.accountId), 12_000);
      await leave(email);
    }
    const { rows } = await sql<{ row: string }>`SELECT u::text AS row FROM used_addresses u`.execute(
      service.db,
    );
    assert.ok(rows.every(({ row }) => !row.includes('leaver')));
    assert.deepEqual(await verifyLedger(service.db), []);
  });

  test('are granted monthly to one living account per mailbox, and to the next one when it leaves', async () => {
    const all: Awaited<ReturnType<typeof signUp>>[] = [];
    for (const email of ['many@example.com', 'many+1@example.com', 'many+2@example.com']) {
      const one = await signUp(email);
      await call({ action: 'verify', token: one.token, password: PASSWORD });
      all.push(one);
      service.clock.advanceMs(1);
    }
    const sums = () => Promise.all(all.map(({ accountId }) => granted(accountId)));
    const speakAll = async () => {
      const replies: number[] = [];
      for (const { speak } of all) replies.push((await speak()).statusCode);
      return replies;
    };
    assert.deepEqual(await sums(), [12_000, 0, 0]);
    service.clock.advanceMs(MONTH_MS);
    assert.deepEqual(await speakAll(), [200, 402, 402]);
    assert.deepEqual(await sums(), [24_000, 0, 0]);
    await leave('many@example.com');
    assert.deepEqual((await sums()).slice(1), [0, 0], 'the month was granted to the first');
    service.clock.advanceMs(MONTH_MS);
    assert.deepEqual((await speakAll()).slice(1), [200, 402]);
    assert.deepEqual((await sums()).slice(1), [12_000, 0]);
    assert.deepEqual(await verifyLedger(service.db), []);
  });

  test('a stranger who signs up with an address and leaves uses nothing of its owner', async () => {
    await signUp('owner@example.com');
    await leave('owner@example.com');
    smtp.received.length = 0;
    const owner = await signUp('owner@example.com');
    await call({ action: 'verify', token: owner.token, password: PASSWORD });
    assert.equal(await granted(owner.accountId), 12_000);
  });

  test('are granted to one of two accounts that verify spellings of an address at once', async () => {
    const both = await Promise.all([signUp('twin@example.com'), signUp('twin+b@example.com')]);
    await Promise.all(both.map(({ token }) => call({ action: 'verify', token, password: PASSWORD })));
    const sums = await Promise.all(both.map(({ accountId }) => granted(accountId)));
    assert.deepEqual(
      sums.sort((a, b) => a - b),
      [0, 12_000],
    );
  });

  test('an address that an account changed to is used, and changing to a used one grants nothing', async () => {
    const changed = async (email: string, to: string): Promise<void> => {
      const signIn = await call({ action: 'signin', email, password: PASSWORD });
      const cookie = String(signIn.headers['set-cookie']).split(';')[0] ?? '';
      const session = stranger(service, { cookie, origin: 'http://localhost' });
      const asked = await session('POST', '/api/account/email', { email: to, password: PASSWORD });
      assert.ok(asked.statusCode < 300, asked.body);
      await service.mailer?.idle();
      const raw = smtp.received.findLast((one) => one.to.includes(to))?.raw ?? '';
      const token = /verify-email#([0-9A-Za-z]{43})/.exec(raw)?.[1] ?? '';
      assert.equal((await call({ action: 'verify', token, password: PASSWORD })).statusCode, 200);
    };
    const first = await signUp('mover@example.com');
    await call({ action: 'verify', token: first.token, password: PASSWORD });
    await changed('mover@example.com', 'moved@example.com');
    assert.equal(await granted(first.accountId), 12_000);
    const second = await signUp('second@example.com');
    await changed('second@example.com', 'mover@example.com');
    assert.equal(await granted(second.accountId), 0);
    await leave('moved@example.com');
    const third = await signUp('third@example.com');
    await changed('third@example.com', 'moved@example.com');
    assert.equal(await granted(third.accountId), 0);
  });

  test('a paid plan grants its credits without verification, and verifying adds nothing', async () => {
    const { token, accountId } = await signUp('paying@example.com');
    await service.db
      .transaction()
      .execute((tx) => changePlan({ tx, clock: service.clock }, { accountId, plan: 'starter', by: SYSTEM }));
    assert.equal(await granted(accountId), 36_000);
    assert.equal((await call({ action: 'verify', token, password: PASSWORD })).statusCode, 200);
    assert.equal(await granted(accountId), 36_000);
    assert.deepEqual(await verifyLedger(service.db), []);
  });

  test('a sign-up repeated with its Idempotency-Key gets the same response and creates no second account', async () => {
    const body = { action: 'signup', email: 'again@example.com', password: PASSWORD };
    const send = (change: object = {}, address = '192.0.2.9') =>
      service.app.inject({
        method: 'POST',
        url: '/api/auth',
        remoteAddress: address,
        headers: { 'idempotency-key': 'first-try' },
        payload: { ...body, ...change },
      });
    const [first, racing] = await Promise.all([send(), send()]);
    assert.deepEqual([first.statusCode, racing.statusCode].sort(), [201, 409]);
    const made = first.statusCode === 201 ? first : racing;
    const replay = await send();
    assert.equal(replay.statusCode, 201);
    assert.equal(replay.headers['idempotent-replayed'], 'true');
    assert.equal(replay.body, made.body);
    assert.equal(replay.headers['set-cookie'], undefined);
    assert.equal((await send({ password: 'another good passphrase' })).statusCode, 422);
    const elsewhere = await send({}, '192.0.2.10');
    assert.deepEqual([elsewhere.statusCode, elsewhere.json().code], [400, 'email_taken']);
    const { rows } = await sql<{ row: string }>`SELECT k::text AS row FROM idempotency_keys k`.execute(
      service.db,
    );
    assert.ok(rows.every(({ row }) => !row.includes('sk_live_') && !row.includes(PASSWORD)));
  });
});

test('without mail the free credits come at sign-up, and once per address', async (t) => {
  const service = await openTestService({ production: true });
  t.after(() => service.close());
  const call = stranger(service, { 'x-forwarded-proto': 'https' });
  const signUp = (email: string) =>
    call('POST', '/api/auth', { action: 'signup', email, password: PASSWORD });
  const credits = (reply: Awaited<ReturnType<typeof signUp>>) => reply.json().user.credits.included;
  assert.equal(credits(await signUp('once@example.com')), 12_000);
  assert.equal(credits(await signUp('once+more@example.com')), 0);
});

test('200: forgot responds the same for every address on a production server without mail', async (t) => {
  const service = await openTestService({ production: true });
  t.after(() => service.close());
  const call = stranger(service, { 'x-forwarded-proto': 'https' });
  await call('POST', '/api/auth', { action: 'signup', email: 'known@example.com', password: PASSWORD });
  for (const email of ['known@example.com', 'unknown@example.com']) {
    const reply = await call('POST', '/api/auth', { action: 'forgot', email });
    assert.deepEqual([reply.statusCode, reply.json()], [200, { ok: true }]);
  }
});
