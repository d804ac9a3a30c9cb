import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  adjustByAdmin,
  currentWallet,
  giveBack,
  releaseCharge,
  reserveCredits,
  takeBack,
  topUp,
  verifyLedger,
} from './index.ts';
import { type Bench, chargeRequestOf, openBench, signUp } from './testing/bench.ts';

describe('refunds and disputes', () => {
  let bench: Bench;
  let accountId: string;
  before(async () => {
    bench = await openBench();
  });
  beforeEach(async () => {
    accountId = await signUp(bench);
    await topUp(bench, { accountId, micros: 5_000_000, note: 'test' });
  });
  after(async () => {
    assert.deepEqual(await verifyLedger(bench.db), []);
    await bench.close();
  });

  const take = (micros: number, reference = `refund-${accountId}`) =>
    bench.db
      .transaction()
      .execute((tx) =>
        takeBack({ tx, clock: bench.clock }, { accountId, micros, reference, note: 'refund' }),
      );
  const give = (reference = `refund-${accountId}`, to = accountId) =>
    bench.db
      .transaction()
      .execute((tx) => giveBack({ tx, clock: bench.clock }, { accountId: to, reference, note: 'won' }));
  const balance = async () => {
    const { wallet_micros: wallet, owed_micros: owed } = await currentWallet(bench, accountId);
    return { wallet, owed };
  };

  test('a refund lowers the wallet; what it does not hold is owed, never a negative balance', async () => {
    assert.deepEqual(await take(2_000_000, `first-${accountId}`), { taken: 2_000_000, owed: 0 });
    assert.deepEqual(await take(4_000_000), { taken: 3_000_000, owed: 1_000_000 });
    assert.deepEqual(await balance(), { wallet: 0, owed: 1_000_000 });
  });

  test('the same refund is taken once, even if it arrives many times at once', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => take(6_000_000)));
    for (const one of all) assert.deepEqual(one, { taken: 5_000_000, owed: 1_000_000 });
    assert.deepEqual(await balance(), { wallet: 0, owed: 1_000_000 });
  });

  test('a debt blocks prepaid use but not the credits of the plan, and the next top-up pays it first', async () => {
    await take(5_700_000);
    await reserveCredits(bench, chargeRequestOf(accountId, 12_000));
    const more = () => reserveCredits(bench, chargeRequestOf(accountId, 1));
    await assert.rejects(more(), {
      code: 'balance_owed',
      kind: 'payment_required',
      message: /\$0\.70 are owed/,
    });
    await topUp(bench, { accountId, micros: 500_000, note: 'test' });
    assert.deepEqual(await balance(), { wallet: 0, owed: 200_000 });
    await assert.rejects(more(), { code: 'balance_owed' });
    await topUp(bench, { accountId, micros: 500_000, note: 'test' });
    assert.deepEqual(await balance(), { wallet: 300_000, owed: 0 });
    await more();
  });

  test('money that a released charge returns, or an administrator adds, pays the debt first too', async () => {
    await reserveCredits(bench, chargeRequestOf(accountId, 12_000));
    const { chargeId } = await reserveCredits(bench, chargeRequestOf(accountId, 10_000));
    await take(5_100_000);
    assert.deepEqual(await balance(), { wallet: 0, owed: 500_000 });
    await adjustByAdmin(bench, { accountId, micros: 200_000, note: 'root: goodwill' });
    assert.deepEqual(await balance(), { wallet: 0, owed: 300_000 });
    await releaseCharge(bench, { accountId, chargeId });
    assert.deepEqual(await balance(), { wallet: 100_000, owed: 0 });
  });

  test('a dispute that was won returns exactly what was taken, once, and only to its account', async () => {
    await take(6_000_000);
    assert.deepEqual(await give(undefined, await signUp(bench)), { given: 0 });
    const all = await Promise.all(Array.from({ length: 5 }, () => give()));
    assert.deepEqual(all.map(({ given }) => given).sort(), [0, 0, 0, 0, 6_000_000]);
    assert.deepEqual(await balance(), { wallet: 5_000_000, owed: 0 });
    assert.deepEqual(await give('a dispute that took nothing'), { given: 0 });
  });

  test('an amount that is no positive whole number is a mistake of the caller', async () => {
    for (const micros of [0, -1, 0.5, Number.NaN]) await assert.rejects(take(micros), RangeError);
  });
});
