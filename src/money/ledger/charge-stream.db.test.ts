import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import {
  type Amount,
  currentWallet,
  expireReservations,
  openStreamCharge,
  QuotaExhausted,
  type RiderKind,
  verifyLedger,
} from './index.ts';
import { type Bench, chargeRequestOf, openBench, signUp } from './testing/bench.ts';

const MINUTE_MS = 60_000;
const GRANT = 12_000;

describe('a charge for a stream', () => {
  let bench: Bench;
  let accountId: string;
  before(async () => {
    bench = await openBench();
  });
  beforeEach(async () => {
    accountId = await signUp(bench);
  });
  after(() => bench.close());

  const stays = new AbortController().signal;
  const open = (credits: number) =>
    openStreamCharge(bench, chargeRequestOf(accountId, credits), { signal: stays });
  const poolLeft = async () => (await currentWallet(bench, accountId)).pool_credits;
  const parts = (count: number) => ({ credits: count, quantity: count });
  const settledQuantity = async () => {
    const query = sql<{ quantity: number }>`SELECT quantity FROM charges WHERE account_id = ${accountId}`;
    return (await query.execute(bench.db)).rows.map((row) => row.quantity);
  };

  test('reserves the full price at the start, and does not start if it cannot be paid', async () => {
    const charge = await open(11_000);
    assert.equal(await poolLeft(), 1_000);
    await assert.rejects(open(1_001), QuotaExhausted);
    await charge.release();
    assert.equal(await poolLeft(), GRANT);
  });

  test('takes the full price at the end', async () => {
    const charge = await open(100);
    await charge.advance(parts(98));
    await charge.settle('whole');
    assert.equal(await poolLeft(), GRANT - 100);
  });

  test('takes only what was delivered if the stream is cut midway', async () => {
    const charge = await open(100);
    await charge.advance(parts(10));
    await charge.advance(parts(35));
    await charge.settle('delivered');
    assert.equal(await poolLeft(), GRANT - 35);
    assert.deepEqual(await settledQuantity(), [35]);
  });

  test('after a crash midway the sweep charges what was delivered, once', async () => {
    const charge = await open(100);
    await charge.advance(parts(35));
    assert.equal(await expireReservations(bench), 0);
    bench.clock.advanceMs(3 * MINUTE_MS);
    assert.equal(await expireReservations(bench), 1);
    assert.equal(await poolLeft(), GRANT - 35);
    assert.deepEqual(await settledQuantity(), [35]);
    await charge.settle('whole');
    assert.equal(await poolLeft(), GRANT - 35);
  });

  test('after a crash before anything was delivered the sweep returns everything', async () => {
    const charge = await open(100);
    bench.clock.advanceMs(3 * MINUTE_MS);
    assert.equal(await expireReservations(bench), 1);
    assert.equal(await poolLeft(), GRANT);
    await assert.rejects(charge.advance(parts(10)), { code: 'deadline_exceeded' });
    await charge.release();
  });

  test('every part extends the deadline, so that a long stream is not swept', async () => {
    const charge = await open(100);
    for (let part = 1; part <= 10; part++) {
      await charge.advance(parts(part * 10));
      bench.clock.advanceMs(2 * MINUTE_MS);
      assert.equal(await expireReservations(bench), 0);
    }
    await charge.settle('whole');
    assert.equal(await poolLeft(), GRANT - 100);
  });

  test('riders are written if and only if the settlement is', async () => {
    await sql`CREATE TABLE IF NOT EXISTS stream_notes (credits bigint NOT NULL)`.execute(bench.db);
    const kind: RiderKind = {
      columns: { credits: 'bigint' },
      write: (rows) => [sql`INSERT INTO stream_notes SELECT credits FROM ${rows}`],
    };
    const failing = await open(50);
    await failing.advance(parts(20));
    await failing.settle('delivered', () => [{ kind, row: { credits: null } }]);
    const kept = await open(50);
    const note = ({ credits }: Amount) => ({ kind, row: { credits } });
    await kept.settle('whole', (amount) => [note(amount)]);
    await kept.settle('whole', (amount) => [note(amount)]);
    const notes = await sql<{ credits: number }>`SELECT credits FROM stream_notes`.execute(bench.db);
    assert.deepEqual(notes.rows, [{ credits: 50 }]);
    bench.clock.advanceMs(3 * MINUTE_MS);
    await expireReservations(bench);
    assert.equal(await poolLeft(), GRANT - 70);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });
});
