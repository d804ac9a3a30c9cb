import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ManualClock } from '../../platform/clock.ts';
import { type Database, sql } from '../../platform/database/index.ts';
import { openTestDatabase } from '../../platform/database/testing.ts';
import { DomainError } from '../../platform/errors.ts';
import { silentLog } from '../../platform/log.ts';
import { testSealing } from '../../platform/sealing/testing.ts';
import { createDiskStorage, sweepLooseObjects } from '../../platform/storage/index.ts';
import { until } from '../../platform/testing/until.ts';
import { createTestServer, TEST_CALLER } from '../testing.ts';
import { type Answer, type AnswerKeeper, createIdempotency } from './index.ts';

const KEY = { authorization: 'Bearer sk_live_ann' };
const HOUR_MS = 3_600_000;
let database: Database;
let dataDir: string;

describe('Idempotency-Key', () => {
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'vox-idempotency-'));
    database = await openTestDatabase();
    await sql`insert into accounts (id, email, name, plan, created_at)
            values (${TEST_CALLER.accountId}, 'ann@example.com', 'Ann', 'free', now())`.execute(database.db);
  });
  after(async () => {
    await database.close();
    await rm(dataDir, { recursive: true });
  });

  type Work = (keeper: AnswerKeeper | null, nth: number) => Promise<Answer>;

  /** A route that counts how often its work ran. */
  async function counting(work: Work) {
    const clock = new ManualClock(new Date());
    const storage = await createDiskStorage({ dataDir });
    const idempotency = createIdempotency({
      db: database.db,
      clock,
      storage,
      log: silentLog,
      secret: 'secret',
      sealing: testSealing,
    });
    const app = await createTestServer();
    let runs = 0;
    app.post('/things', (request, reply) =>
      idempotency.answerOnce(request, reply, (keeper) => {
        runs += 1;
        return work(keeper, runs);
      }),
    );
    const post = (key: string | undefined, payload: object = { a: 1 }) =>
      app.inject({
        method: 'POST',
        url: '/things',
        payload,
        headers: { ...KEY, ...(key && { 'idempotency-key': key }) },
      });
    return { post, runs: () => runs, clock, idempotency };
  }

  async function keep(keeper: AnswerKeeper | null, answer: Answer): Promise<Answer> {
    if (!keeper) return answer;
    await keeper.stash(answer);
    await database.db.transaction().execute((tx) => keeper.keep(tx, answer));
    return answer;
  }

  test('every call without a key runs', async () => {
    const { post, runs } = await counting((keeper, nth) => keep(keeper, { status: 201, body: { nth } }));
    await post(undefined);
    await post(undefined);
    assert.equal(runs(), 2);
  });

  test('a call is repeated at a version whose schema has other defaults', async () => {
    const { post, runs } = await counting((keeper, nth) => keep(keeper, { status: 201, body: { nth } }));
    await post('defaults');
    await sql`UPDATE idempotency_keys SET fingerprint = '\\x00' WHERE key = 'defaults'`.execute(database.db);
    assert.deepEqual((await post('defaults')).json(), { nth: 1 });
    assert.equal((await post('defaults', { a: 2 })).statusCode, 422);
    assert.equal(runs(), 1);
  });

  test('a repeated call gets the first response, marked as replayed', async () => {
    const work: Work = (keeper, nth) =>
      keep(keeper, { status: 201, headers: { 'x-n': `${nth}` }, body: { nth } });
    const { post, runs } = await counting(work);
    const first = await post('replay');
    const second = await post('replay');
    assert.deepEqual([second.statusCode, second.json(), second.headers['x-n']], [201, { nth: 1 }, '1']);
    assert.equal(first.headers['idempotent-replayed'], undefined);
    assert.equal(second.headers['idempotent-replayed'], 'true');
    assert.equal(runs(), 1);
  });

  test('a large body is replayed byte for byte', async () => {
    const audio = Buffer.alloc(300_000, 'sound');
    const headers = { 'content-type': 'audio/wav' };
    const { post } = await counting((keeper) => keep(keeper, { status: 200, headers, body: audio }));
    await post('large');
    const second = await post('large');
    assert.ok(second.rawPayload.equals(audio));
    assert.equal(second.headers['content-type'], 'audio/wav');
  });

  test('422: the same key with a different body', async () => {
    const { post } = await counting((keeper) => keep(keeper, { status: 200, body: {} }));
    await post('reused', { a: 1 });
    const second = await post('reused', { a: 2 });
    assert.deepEqual([second.statusCode, second.json().code], [422, 'idempotency_key_reused']);
  });

  test('409: a call while the first is still running; of ten concurrent calls one runs', async () => {
    const gate = Promise.withResolvers<void>();
    const { post, runs } = await counting(async (keeper) => {
      await gate.promise;
      return keep(keeper, { status: 200, body: {} });
    });
    let answered = 0;
    const call = async () => {
      const { statusCode } = await post('racing');
      answered += 1;
      if (answered === 9) gate.resolve();
      return statusCode;
    };
    // If more than one runs, fewer than nine are refused, and nothing else would open the gate.
    const late = setTimeout(gate.resolve, 90_000);
    const statuses = (await Promise.all(Array.from({ length: 10 }, call))).sort();
    clearTimeout(late);
    assert.deepEqual(statuses, [200, ...Array(9).fill(409)]);
    assert.equal(runs(), 1);
  });

  test('a failed call stores nothing, so the same key can be retried', async () => {
    const { post, runs } = await counting((keeper, nth) => {
      if (nth === 1) throw new DomainError({ kind: 'upstream_failed', code: 'down', public: 'Down.' });
      return keep(keeper, { status: 200, body: { nth } });
    });
    assert.equal((await post('retry')).statusCode, 502);
    assert.equal((await post('retry')).statusCode, 200);
    assert.equal(runs(), 2);
  });

  test('a crashed call blocks its key only until its lease expires, and cannot commit after that', async () => {
    let lateReceipt: AnswerKeeper | null = null;
    const { post, clock } = await counting(async (keeper, nth) => {
      if (nth === 1) {
        lateReceipt = keeper;
        await Promise.withResolvers<void>().promise;
      }
      return keep(keeper, { status: 200, body: { nth } });
    });
    void post('crashed');
    await until(() => lateReceipt !== null);
    assert.equal((await post('crashed')).statusCode, 409);
    clock.advanceMs(31_000);
    assert.deepEqual((await post('crashed')).json(), { nth: 2 });
    await assert.rejects(keep(lateReceipt, { status: 200, body: { nth: 1 } }), {
      code: 'idempotency_key_in_flight',
    });
    assert.deepEqual((await post('crashed')).json(), { nth: 2 });
  });

  test('a key is forgotten after 24 hours', async () => {
    const { post, runs, clock, idempotency } = await counting((keeper) =>
      keep(keeper, { status: 200, body: {} }),
    );
    await post('old');
    clock.advanceMs(25 * HOUR_MS);
    await post('old');
    assert.equal(runs(), 2);
    clock.advanceMs(25 * HOUR_MS);
    assert.ok((await idempotency.sweep()) >= 1);
    await post('old');
    assert.equal(runs(), 3);
  });

  test('400: a key that is empty, too long or not printable', async () => {
    const { post } = await counting((keeper) => keep(keeper, { status: 200, body: {} }));
    assert.equal((await post('k'.repeat(256))).statusCode, 400);
    assert.equal((await post('schlüssel')).statusCode, 400);
    assert.equal((await post('k'.repeat(255))).statusCode, 200);
  });

  test('the database never stores a response in plain text', async () => {
    const body = { api_key: 'sk_live_do_not_store_me' };
    const { post } = await counting((keeper) => keep(keeper, { status: 201, body }));
    await post('sealed');
    const { rows } = await sql<{ all: string }>`
    select string_agg(k::text || encode(coalesce(sealed_body, ''), 'escape'), '') as all from idempotency_keys k`.execute(
      database.db,
    );
    assert.ok(!rows[0]?.all.includes('do_not_store_me'));
  });

  test('no failure, crash, expiry or sweep orphans a stored body', async () => {
    const storage = await createDiskStorage({ dataDir });
    const bodies = async (): Promise<number> => {
      let count = 0;
      for await (const _ of storage.list('idempotency/')) count += 1;
      return count;
    };
    const body = Buffer.alloc(100_000);
    const before = await bodies();
    const { post, clock, idempotency } = await counting(async (keeper, nth) => {
      await keeper?.stash({ status: 200, body });
      if (nth === 1) throw new DomainError({ kind: 'upstream_failed', code: 'down', public: 'Down.' });
      await database.db.transaction().execute(async (tx) => keeper?.keep(tx, { status: 200, body }));
      return { status: 200, body };
    });
    const objects = { db: database.db, storage, clock, log: silentLog };
    assert.equal((await post('body')).statusCode, 502);
    assert.equal((await post('body')).statusCode, 200);
    clock.advanceMs(3 * HOUR_MS);
    while ((await sweepLooseObjects(objects)) > 0);
    assert.equal(await bodies(), before + 1, 'the failed call left its body');
    clock.advanceMs(25 * HOUR_MS);
    assert.equal((await post('body')).statusCode, 200);
    assert.equal(await bodies(), before + 1, 'the expired key left its body');
    clock.advanceMs(25 * HOUR_MS);
    while ((await idempotency.sweep()) > 0);
    assert.equal(await bodies(), 0);
  });
});
