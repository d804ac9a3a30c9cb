import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  currentWallet,
  QuotaExhausted,
  quoteCharge,
  RoutingCreditsExhausted,
  releaseCharge,
  reserveAll,
  settleCharge,
  topUp,
  verifyLedger,
} from './index.ts';
import { type Bench, chargeRequestOf, openBench, signUp } from './testing/bench.ts';

describe('many charges reserved together', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.close());

  const reserve = (accountId: string, credits: number[], routingCredits = 0) =>
    reserveAll(
      bench,
      { accountId, plan: 'free' },
      credits.map((one) => chargeRequestOf(accountId, one, { routingCredits })),
    );
  const balances = async (accountId: string) => {
    const wallet = await currentWallet(bench, accountId);
    return [wallet.pool_credits, wallet.wallet_micros, wallet.routing_credits];
  };

  test('use the pool in order, then the wallet; each is settled or released separately', async () => {
    const accountId = await signUp(bench);
    await topUp(bench, { accountId, micros: 1_000_000, note: 'test' });
    const [first, second, third] = await reserve(accountId, [11_000, 1_500, 200], 3);
    assert.ok(first && second && third);
    assert.deepEqual([first.poolCredits, first.walletMicros], [11_000, 0]);
    assert.deepEqual([second.poolCredits, second.walletMicros], [1_000, 500 * 40]);
    assert.deepEqual([third.poolCredits, third.walletMicros], [0, 200 * 40]);
    assert.deepEqual(await balances(accountId), [0, 1_000_000 - 700 * 40, 41]);
    await settleCharge(bench, { ...first, credits: 11_000 });
    await releaseCharge(bench, second);
    await releaseCharge(bench, third);
    assert.deepEqual(await balances(accountId), [1_000, 1_000_000, 47]);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });

  test('are refused together, with their total, and no balance changes', async () => {
    const accountId = await signUp(bench);
    await assert.rejects(reserve(accountId, [6_000, 6_000, 1]), (error) => {
      assert.ok(error instanceof QuotaExhausted);
      assert.match(error.public, /needs 12,001 credits/);
      return true;
    });
    await assert.rejects(reserve(accountId, [1, 1], 26), RoutingCreditsExhausted);
    assert.deepEqual(await balances(accountId), [12_000, 0, 50]);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });

  test('start a new cycle first if the old one has ended', async () => {
    const accountId = await signUp(bench);
    await reserve(accountId, [12_000]);
    bench.clock.advanceMs(32 * 24 * 3_600_000);
    assert.equal((await reserve(accountId, [6_000, 6_000])).length, 2);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });

  test('a quote says what they would cost, and takes nothing', async () => {
    const accountId = await signUp(bench);
    const quote = (credits: number, routingCredits = 0) =>
      quoteCharge(bench, { accountId, plan: 'free', credits, routingCredits });
    assert.deepEqual(await quote(12_000, 50), {
      remainingCredits: 12_000,
      overCredits: 0,
      overMicros: 0,
      affordable: true,
    });
    assert.deepEqual(await quote(12_100), {
      remainingCredits: 12_000,
      overCredits: 100,
      overMicros: 4_000,
      affordable: false,
    });
    assert.equal((await quote(1, 51)).affordable, false);
    assert.deepEqual(await balances(accountId), [12_000, 0, 50]);
  });
});
