import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { GOOD_PASSWORD, openTenancy, type TestTenancy } from '../testing/app.ts';
import { openBrowser, signUpBrowser } from '../testing/browser.ts';
import { eraseAuditDetails, recordAuditEvent, SYSTEM, sweepAuditDetails, verifyAuditLog } from './index.ts';

const NEW_PASSWORD = 'seven green bicycles at noon';
const DAY_MS = 86_400_000;

describe('the audit log of an account', () => {
  let tenancy: TestTenancy;
  before(async () => {
    tenancy = await openTenancy();
  });
  after(() => tenancy.close());

  type Event = {
    event: string;
    actor: string;
    address: string | null;
    after: object | null;
    erased: boolean;
  };
  async function eventsOf(browser: { call: ReturnType<typeof openBrowser>['call'] }): Promise<Event[]> {
    const reply = await browser.call('GET', '/api/account/audit-log?limit=100');
    return reply.json<{ events: Event[] }>().events;
  }
  const namesOf = async (accountId: string) => {
    const { rows } = await sql<{ event: string }>`
      SELECT event FROM audit_events WHERE chain = ${accountId} ORDER BY seq`.execute(tenancy.db);
    return rows.map(({ event }) => event);
  };

  test('has its sign-ins, keys, sessions, password and webhooks, from where, and no secret', async () => {
    const email = 'log@example.com';
    const { browser, apiKey, accountId } = await signUpBrowser(tenancy, email);
    const key = (await browser.call('POST', '/api/keys', { name: 'CI' })).json();
    await browser.call('PATCH', `/api/keys/${key.id}`, { permissions: ['speech'] });
    await browser.call('DELETE', `/api/keys/${key.id}`);
    await browser.call('DELETE', `/api/keys/${key.id}`);
    await browser.call('PATCH', '/api/settings', { webhookUrl: 'https://hooks.example.com/me' });
    const { webhookSecret } = (await browser.call('POST', '/api/settings/webhook-secret')).json();
    const other = openBrowser(tenancy, '198.51.100.7');
    await other.auth({ action: 'signin', email, password: GOOD_PASSWORD });
    await browser.call('DELETE', '/api/sessions');
    const change = { password: GOOD_PASSWORD, new_password: NEW_PASSWORD };
    assert.equal((await browser.call('POST', '/api/account/password', change)).statusCode, 204);
    assert.equal((await browser.call('POST', '/api/account/password', change)).statusCode, 403);
    assert.deepEqual(await namesOf(accountId), [
      'account.created',
      'api_key.created',
      'api_key.changed',
      'api_key.revoked',
      'settings.webhook_changed',
      'settings.webhook_secret_replaced',
      'sign_in.succeeded',
      'session.others_revoked',
      'password.changed',
      'password.wrong',
    ]);
    const events = await eventsOf(browser);
    assert.equal(events.find(({ event }) => event === 'sign_in.succeeded')?.address, '198.51.100.7');
    const { rows } = await sql<{ row: string }>`
      SELECT e::text || d::text AS row FROM audit_events e JOIN audit_details d ON event_id = id`.execute(
      tenancy.db,
    );
    const secrets = [apiKey, key.api_key, webhookSecret, GOOD_PASSWORD, NEW_PASSWORD, browser.session ?? '-'];
    for (const secret of secrets) assert.ok(rows.every(({ row }) => !row.includes(secret)));
  });

  test('has failed sign-ins and one row for a lock; addresses without an account leave nothing', async () => {
    const email = 'guessed@example.com';
    const { accountId } = await signUpBrowser(tenancy, email);
    const { rows: before } = await sql`SELECT FROM audit_events`.execute(tenancy.db);
    const guesser = openBrowser(tenancy, '203.0.113.9');
    const guess = (whom: string) =>
      guesser.auth({ action: 'signin', email: whom, password: 'a wrong guess of mine' });
    for (let i = 0; i < 8; i += 1) await guess(email);
    const failed = Array.from({ length: 5 }, () => 'sign_in.failed');
    assert.deepEqual(await namesOf(accountId), ['account.created', ...failed, 'sign_in.locked']);
    for (let i = 0; i < 8; i += 1) await guess('nobody@example.com');
    const { rows: after } = await sql`SELECT FROM audit_events`.execute(tenancy.db);
    assert.equal(after.length - before.length, 6);
    assert.deepEqual((await verifyAuditLog(tenancy.db)).broken, []);
  });

  test('forgets where and whom when the account is closed or the period ends, and stays whole', async () => {
    const email = 'leaving@example.com';
    const { browser, accountId } = await signUpBrowser(tenancy, email);
    const { rows: stranger } = await sql<{ id: string }>`
      SELECT id FROM accounts WHERE email = 'guessed@example.com'`.execute(tenancy.db);
    // The log of an account also has what it did to other accounts.
    await tenancy.db.transaction().execute((tx) =>
      recordAuditEvent(
        { tx, clock: tenancy.clock },
        {
          accountId: stranger[0]?.id ?? '',
          by: { kind: 'administrator', accountId, address: '203.0.113.77' },
          event: 'plan.changed',
        },
      ),
    );
    const reply = await browser.call('DELETE', '/api/account', { password: GOOD_PASSWORD });
    assert.equal(reply.statusCode, 204, reply.body);
    await eraseAuditDetails(tenancy, accountId);
    const { rows } = await sql`
      SELECT FROM audit_details JOIN audit_events e ON e.id = event_id
      WHERE ${accountId}::uuid IN (e.chain, e.actor_account_id)`.execute(tenancy.db);
    assert.equal(rows.length, 0);
    assert.deepEqual(await namesOf(accountId), ['account.created', 'account.deleted']);
    const verdict = await verifyAuditLog(tenancy.db);
    assert.deepEqual(verdict.broken, []);
    assert.equal(verdict.erased, 3);
  });

  test('keeps details until their period ends, whoever asks', async () => {
    const clock = { now: () => new Date(Date.now() - 100 * DAY_MS) };
    const { browser, accountId } = await signUpBrowser(tenancy, 'kept@example.com');
    const record = (at: typeof clock) =>
      tenancy.db
        .transaction()
        .execute((tx) =>
          recordAuditEvent({ tx, clock: at }, { accountId, by: SYSTEM, event: 'plan.changed' }),
        );
    await record(clock);
    await record({ now: () => new Date() });
    const fresh = sql`DELETE FROM audit_details WHERE event_id IN (
      SELECT id FROM audit_events WHERE at > now() - interval '1 day')`;
    await assert.rejects(fresh.execute(tenancy.db), /may not be erased yet/);
    const sweep = { db: tenancy.db, clock: { now: () => new Date() }, auditDetailsDays: 90 };
    await sweepAuditDetails(sweep);
    assert.equal(await sweepAuditDetails(sweep), 0);
    const planned = (await eventsOf(browser)).filter(({ event }) => event === 'plan.changed');
    assert.deepEqual(
      planned.map(({ erased }) => erased),
      [false, true],
    );
    assert.deepEqual((await verifyAuditLog(tenancy.db)).broken, []);
  });
});
