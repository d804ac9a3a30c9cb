import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { ManualClock } from '../../platform/clock.ts';
import { type Database, sql } from '../../platform/database/index.ts';
import { openTestDatabase } from '../../platform/database/testing.ts';
import { type AuditEvent, recordAuditEvent, SYSTEM, verifyAuditLog } from './index.ts';

describe('the audit log', () => {
  let database: Database;
  let accountId: string;
  const clock = new ManualClock('2020-01-01T00:00:00Z');
  before(async () => {
    database = await openTestDatabase();
  });
  after(() => database.close());
  beforeEach(() => {
    accountId = randomUUID();
  });

  function record(event: Partial<AuditEvent> = {}): Promise<void> {
    const input = { accountId, by: SYSTEM, event: 'plan.changed', ...event } as const;
    return database.db.transaction().execute((tx) => recordAuditEvent({ tx, clock }, input));
  }

  /** Somebody who may change the schema could do this. */
  async function tamper(statement: string): Promise<void> {
    for (const table of ['audit_events', 'audit_details', 'audit_chains'])
      await sql.raw(`ALTER TABLE ${table} DISABLE TRIGGER USER`).execute(database.db);
    await sql.raw(statement).execute(database.db);
    for (const table of ['audit_events', 'audit_details', 'audit_chains'])
      await sql.raw(`ALTER TABLE ${table} ENABLE TRIGGER USER`).execute(database.db);
  }

  async function brokenHere() {
    const { broken } = await verifyAuditLog(database.db);
    return broken.filter(({ chain }) => chain === accountId).map(({ seq, why }) => ({ seq, why }));
  }

  test('chains what happens at once in one account, and in none', async () => {
    const { events } = await verifyAuditLog(database.db);
    await Promise.all(Array.from({ length: 30 }, () => record()));
    await Promise.all(Array.from({ length: 10 }, () => record({ accountId: null })));
    const verdict = await verifyAuditLog(database.db);
    assert.equal(verdict.events - events, 40);
    assert.deepEqual(verdict.broken, []);
  });

  test('leaves no row when the act is rolled back', async () => {
    await record();
    const failing = database.db.transaction().execute(async (tx) => {
      await recordAuditEvent({ tx, clock }, { accountId, by: SYSTEM, event: 'plan.changed' });
      throw new Error('the act failed');
    });
    await assert.rejects(failing, /the act failed/);
    await record();
    const { rows } = await sql<{ seq: number }>`
      SELECT seq FROM audit_events WHERE chain = ${accountId} ORDER BY seq`.execute(database.db);
    assert.deepEqual(
      rows.map(({ seq }) => seq),
      [1, 2],
    );
    assert.deepEqual(await brokenHere(), []);
  });

  test('takes whatever a client calls itself', async () => {
    const userAgent = `\u0000 \ud800 ' \\ ${'x'.repeat(5_000)}`;
    await record({ by: { kind: 'anonymous', address: '::1', userAgent }, after: { name: 'a\u0000\udfff' } });
    assert.deepEqual(await brokenHere(), []);
    const { rows } = await sql<{ size: number }>`
      SELECT length(details) AS size FROM audit_details d JOIN audit_events e ON e.id = event_id
      WHERE chain = ${accountId}`.execute(database.db);
    assert.ok((rows[0]?.size ?? 0) < 600);
  });

  test('refuses every change and removal in the database', async () => {
    await record();
    const { db } = database;
    for (const refused of [
      `UPDATE audit_events SET event = 'x' WHERE chain = '${accountId}'`,
      `DELETE FROM audit_events WHERE chain = '${accountId}'`,
      'TRUNCATE audit_events CASCADE',
      `UPDATE audit_details SET details = '{}'`,
      'TRUNCATE audit_details',
      `DELETE FROM audit_chains WHERE chain = '${accountId}'`,
      `UPDATE audit_chains SET seq = seq - 1 WHERE chain = '${accountId}'`,
      `UPDATE audit_chains SET hash = '\\x00' WHERE chain = '${accountId}'`,
    ])
      await assert.rejects(sql.raw(refused).execute(db), /audit log only grows/, refused);
  });

  const FORGERIES: [string, (chain: string) => string, { seq: number; why: string }][] = [
    [
      'a changed row',
      (chain) => `UPDATE audit_events SET actor = 'account' WHERE chain = '${chain}' AND seq = 2`,
      { seq: 2, why: 'it was changed' },
    ],
    [
      'changed details',
      (chain) =>
        `UPDATE audit_details SET details = '{"address":"1.1.1.1"}'
         WHERE event_id = (SELECT id FROM audit_events WHERE chain = '${chain}' AND seq = 2)`,
      { seq: 2, why: 'its details were changed' },
    ],
    [
      'a removed row',
      (chain) =>
        `DELETE FROM audit_details WHERE event_id = (SELECT id FROM audit_events WHERE chain = '${chain}' AND seq = 2);
         DELETE FROM audit_events WHERE chain = '${chain}' AND seq = 2`,
      { seq: 2, why: 'a row was removed before it' },
    ],
    [
      'a removed end',
      (chain) =>
        `DELETE FROM audit_details WHERE event_id = (SELECT id FROM audit_events WHERE chain = '${chain}' AND seq = 3);
         DELETE FROM audit_events WHERE chain = '${chain}' AND seq = 3`,
      { seq: 3, why: 'the row is missing' },
    ],
    [
      'rows that changed places',
      (chain) =>
        `UPDATE audit_events SET seq = 9 WHERE chain = '${chain}' AND seq = 1;
         UPDATE audit_events SET seq = 1 WHERE chain = '${chain}' AND seq = 2;
         UPDATE audit_events SET seq = 2 WHERE chain = '${chain}' AND seq = 9`,
      { seq: 1, why: 'it was changed' },
    ],
    [
      'a row hashed anew',
      (chain) =>
        `UPDATE audit_events SET event = 'x', hash = sha256('x') WHERE chain = '${chain}' AND seq = 3`,
      { seq: 3, why: 'it was changed' },
    ],
  ];
  for (const [name, forge, expected] of FORGERIES) {
    test(`finds ${name}`, async () => {
      for (const plan of ['free', 'pro', 'free']) await record({ after: { plan } });
      assert.deepEqual(await brokenHere(), []);
      await tamper(forge(accountId));
      assert.deepEqual(await brokenHere(), [expected]);
    });
  }
});
