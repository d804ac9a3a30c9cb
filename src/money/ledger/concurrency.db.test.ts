import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  currentWallet,
  releaseCharge,
  renewDueCycles,
  reserveAll,
  reserveCredits,
  settleCharge,
  takeRoutingCredits,
  topUp,
  verifyLedger,
} from './index.ts';
import { type Bench, chargeRequestOf, openBench, signUp } from './testing/bench.ts';

describe('concurrent charges', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.close());

  async function chargeAll(accountId: string, count: number, credits: number): Promise<number> {
    const charge = async () => {
      const reservation = await reserveCredits(bench, chargeRequestOf(accountId, credits));
      await settleCharge(bench, { ...reservation, credits });
    };
    const outcomes = await Promise.allSettled(Array.from({ length: count }, charge));
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        assert.equal(outcome.reason.kind, 'payment_required', outcome.reason);
    }
    return outcomes.filter(({ status }) => status === 'fulfilled').length;
  }

  test('1,000 concurrent charges on one pool spend exactly what is there', async () => {
    const accountId = await signUp(bench);
    // 12,000 credits carry 800 charges of 15.
    assert.equal(await chargeAll(accountId, 1_000, 15), 800);
    assert.equal((await currentWallet(bench, accountId)).pool_credits, 0);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });

  test('1,000 concurrent charges over pool and wallet leave only what cannot pay another', async () => {
    const accountId = await signUp(bench);
    await topUp(bench, { accountId, micros: 100_010, note: 'test' });
    // 12,000 credits and 2,500 more at 40 microdollars carry 852 charges of 17; 16 credits are left.
    assert.equal(await chargeAll(accountId, 1_000, 17), 852);
    const wallet = await currentWallet(bench, accountId);
    assert.deepEqual([wallet.pool_credits, wallet.wallet_micros], [0, 16 * 40 + 10]);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });

  test('transactions that wait for one wallet, and calls beside them, spend exactly what is there', async () => {
    const accountId = await signUp(bench);
    const payer = { accountId, plan: 'free' };
    const pair = [100, 140].map((credits) => chargeRequestOf(accountId, credits));
    const inTransaction = () =>
      bench.db.transaction().execute((tx) => reserveAll({ ...bench, db: tx }, payer, pair));
    const alone = () => reserveCredits(bench, chargeRequestOf(accountId, 240));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 70 }, (_, index) => (index % 2 === 0 ? inTransaction() : alone())),
    );
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'quota_exhausted', outcome.reason);
    // 12,000 credits carry 50 of 240.
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 50);
    assert.equal((await currentWallet(bench, accountId)).pool_credits, 0);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });

  test('partial settlements return credits that a waiting charge can use', async () => {
    const accountId = await signUp(bench);
    const half = async () => {
      const reservation = await reserveCredits(bench, chargeRequestOf(accountId, 100));
      await settleCharge(bench, { ...reservation, credits: 50 });
    };
    await Promise.allSettled(Array.from({ length: 300 }, half));
    assert.deepEqual(await verifyLedger(bench.db), []);
    const { pool_credits: left, included_credits: included } = await currentWallet(bench, accountId);
    assert.equal((included - left) % 50, 0);
  });

  test('while the balance fluctuates, a charge is accepted or refused and never fails otherwise', async () => {
    const accountId = await signUp(bench, 'suspended');
    const holdAndGiveBack = async () => {
      const reservation = await reserveCredits(bench, chargeRequestOf(accountId, 400));
      await releaseCharge(bench, reservation);
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 300 }, holdAndGiveBack));
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'quota_exhausted', outcome.reason);
    }
    assert.equal((await currentWallet(bench, accountId)).pool_credits, 1_200);
  });

  test('concurrent calls never overdraw the routing credits', async () => {
    const accountId = await signUp(bench);
    const takings = await Promise.allSettled(
      Array.from({ length: 80 }, () => takeRoutingCredits(bench, { accountId, amount: 3 })),
    );
    assert.equal(takings.filter(({ status }) => status === 'fulfilled').length, 16);
    assert.equal((await currentWallet(bench, accountId)).routing_credits, 2);
  });

  test('an ended cycle is renewed once, with many charges and two sweeps at the same time', async () => {
    const accountId = await signUp(bench);
    const first = await reserveCredits(bench, chargeRequestOf(accountId, 10_000));
    await settleCharge(bench, { ...first, credits: 10_000 });
    bench.clock.advanceMs(40 * 86_400_000);
    const charges = Array.from({ length: 50 }, () => reserveCredits(bench, chargeRequestOf(accountId, 100)));
    await Promise.all([...charges, renewDueCycles(bench), renewDueCycles(bench)]);
    const wallet = await currentWallet(bench, accountId);
    assert.deepEqual([wallet.cycle, wallet.pool_credits], [2, 12_000 - 5_000]);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });
});
