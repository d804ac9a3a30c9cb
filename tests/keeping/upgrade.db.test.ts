import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { verifyPayments } from '../../src/money/payment-events/index.ts';
import { type Db, sql } from '../../src/platform/database/index.ts';
import { openTestDatabase } from '../../src/platform/database/testing.ts';
import { until } from '../../src/platform/testing/until.ts';
import { verifyAuditLog } from '../../src/tenancy/audit-log/index.ts';
import { openReceiver, type Receiver } from '../../src/work/webhooks/testing/receiver.ts';
import { stranger } from '../support/customer.ts';
import { openStandInWorker } from '../support/stand-in-worker.ts';
import type { TestService } from '../support/test-service.ts';
import { differencesOf, isDeliberate } from './upgrades/compare-answers.ts';
import { DELIBERATE, REFUSED } from './upgrades/deliberate.ts';
import { describeSchema } from './upgrades/describe-schema.ts';
import { listRecorded, openUpgraded, type Upgraded } from './upgrades/open-recorded.ts';
import { KEY_PREFIX } from './upgrades/recorded.ts';

/** All that a film of any version may ask for. */
const CAPABILITIES = ['video', 'lipsync:vox-lips', 'lipsync:musetalk'];

const recorded = await listRecorded();
/** The embedded database takes seconds for the migrations of each, and the oldest has gone through all of them. */
const versions = process.env.TEST_DATABASE_URL ? recorded : recorded.slice(0, 1);

for (const name of versions)
  describe(`what the version of ${name} left`, () => {
    let upgraded: Upgraded;
    let service: TestService;
    let receiver: Receiver;
    before(async () => {
      receiver = await openReceiver();
      upgraded = await openUpgraded(name);
      service = await upgraded.serve(receiver.place);
    });
    after(async () => {
      await service?.close();
      await upgraded?.close();
      await receiver.close();
    });
    const customer = () => {
      const { keyAfterPrefix, cookie } = upgraded.recorded.credentials;
      const byKey = stranger(service, { authorization: `Bearer ${KEY_PREFIX}${keyAfterPrefix}` });
      return { byKey, bySession: stranger(service, { cookie, 'sec-fetch-site': 'same-origin' }) };
    };

    test('has the schema of a fresh database', async () => {
      assert.deepEqual(await describeSchema(upgraded.db), await freshSchema());
    });

    test('has books that balance and a whole audit log', () => assertWhole(upgraded.db));

    test('is answered as it was', async () => {
      const { byKey, bySession } = customer();
      const differences: string[] = [];
      for (const [path, before] of Object.entries(upgraded.recorded.answers)) {
        const bySchemes = path === '/api/me' ? bySession : byKey;
        const first = await bySchemes('GET', path);
        const reply = first.statusCode === 200 ? first : await bySession('GET', path);
        const today = reply.statusCode === 200 ? reply.json() : reply.statusCode;
        differences.push(...differencesOf(path, before, today));
      }
      assert.deepEqual(
        differences.filter((found) => !isDeliberate(found, DELIBERATE)),
        [],
      );
    });

    test('is not charged again for a call with the same Idempotency-Key', async () => {
      const charges = await countOf(upgraded.db, 'charges');
      const { commit, calls } = upgraded.recorded;
      for (const { path, headers, body, status, sha256 } of calls) {
        const reply = await customer().byKey('POST', path, body, headers);
        const refused = REFUSED.find((call) => call.commit === commit && call.path === path);
        if (refused) assert.equal(reply.statusCode, refused.status, reply.body);
        else assert.deepEqual([reply.statusCode, sha256Of(reply.rawPayload)], [status, sha256], path);
      }
      assert.equal(await countOf(upgraded.db, 'charges'), charges);
    });

    test('goes on with the jobs and the webhooks that waited', async () => {
      await sql`UPDATE webhook_deliveries SET url = ${receiver.url}, due_at = ${service.clock.now()}
        WHERE status = 'pending'`.execute(upgraded.db);
      const waiting = await idsOf(
        upgraded.db,
        sql`SELECT id::text FROM webhook_deliveries WHERE status = 'pending'`,
      );
      await sql`NOTIFY webhook_due`.execute(upgraded.db);
      const worker = await openStandInWorker(service, CAPABILITIES);
      const jobs = await idsOf(
        upgraded.db,
        sql`SELECT id::text FROM jobs WHERE status IN ('queued', 'running')`,
      );
      const rendered: string[] = [];
      for (let job = await worker.work(1); job; job = await worker.work(1)) rendered.push(job.jobId);
      assert.deepEqual(rendered.sort(), jobs);
      await until(() =>
        waiting.every((id) => receiver.received.some(({ headers }) => headers['webhook-id'] === id)),
      );
      await assertWhole(upgraded.db);
    });
  });

let fresh: Promise<string[]> | undefined;

function freshSchema(): Promise<string[]> {
  fresh ??= openTestDatabase().then(async (database) => {
    const lines = await describeSchema(database.db);
    await database.close();
    return lines;
  });
  return fresh;
}

async function assertWhole(db: Db): Promise<void> {
  assert.deepEqual([...(await verifyLedger(db)), ...(await verifyPayments(db))], []);
  assert.deepEqual((await verifyAuditLog(db)).broken, []);
}

async function countOf(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${sql.id(table)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

async function idsOf(db: Db, query: ReturnType<typeof sql<{ id: string }>>): Promise<string[]> {
  const { rows } = await query.execute(db);
  return rows.map(({ id }) => id).sort();
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
