import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  giveBackGrant,
  matchChangedSales,
  noteGrant,
  releaseCharge,
  renewCycle,
  reserveCredits,
  settleCharge,
  takeBackGrant,
  verifyLedger,
} from './index.ts';
import { chargeRequestOf } from './testing/bench.ts';
import { DAY_MS, type Market, openMarket } from './testing/market.ts';

let bench: Market;

describe('credits of a plan whose payment goes back', () => {
  before(async () => {
    bench = await openMarket();
  });
  after(async () => {
    assert.deepEqual(await verifyLedger(bench.db), []);
    await bench.close();
  });

  async function openPaid() {
    const trade = await bench.openTrade('creator');
    const { buyer: accountId } = trade;
    const grantReference = `invoice-${accountId}`;
    await renewCycle(bench, accountId);
    await bench.inTransaction((tx) => noteGrant(tx, { accountId, reference: grantReference }));
    let taken = 0;
    let reversed = 0;
    return {
      ...trade,
      take(share: number) {
        taken += 1;
        reversed += share;
        const of = { accountId, grantReference, reversed, reference: `refund-${accountId}-${taken}` };
        return bench.inTransaction((tx) => takeBackGrant(tx, { ...of, share, note: 'refund' }));
      },
      give(nth: number) {
        const of = { accountId, grantReference, reversed: 0, reference: `refund-${accountId}-${nth}` };
        return bench.inTransaction((tx) => giveBackGrant(tx, { ...of, note: 'won' }));
      },
    };
  }

  test('are taken from what is left; what was spent is owed, and the next grants pay it', async () => {
    const one = await openPaid();
    await one.buy(40_000, 5_000);
    await one.take(0.5);
    assert.deepEqual([(await one.wallet()).pool_credits, (await one.wallet()).owed_credits], [27_500, 0]);
    await one.take(0.5);
    assert.deepEqual([(await one.wallet()).pool_credits, (await one.wallet()).owed_credits], [0, 45_000]);
    assert.equal((await one.earnings()).reversed, 3_500, 'the fee lies in what is owed');
    await renewCycle(bench, one.buyer);
    const { pool_credits, included_credits, owed_credits } = await one.wallet();
    assert.deepEqual([pool_credits, included_credits, owed_credits], [100_000, 100_000, 0]);
    await matchChangedSales(bench);
    assert.equal((await one.earnings()).reversed, 0, 'the debt is paid');
  });

  test('that an open charge holds pay the debt when it returns them, in the same cycle and later', async () => {
    for (const later of [false, true]) {
      const one = await openPaid();
      const request = chargeRequestOf(one.buyer, 100_000);
      const released = await reserveCredits(bench, { ...request, deadlineMs: 60 * DAY_MS });
      const settled = await reserveCredits(bench, { ...request, credits: 30_000, deadlineMs: 60 * DAY_MS });
      await one.take(1);
      const figures = async () => {
        const { pool_credits, included_credits, owed_credits } = await one.wallet();
        return [pool_credits, included_credits, owed_credits];
      };
      assert.deepEqual(await figures(), [0, 130_000, 130_000]);
      if (later) bench.clock.advanceMs(20 * DAY_MS);
      await releaseCharge(bench, released);
      await settleCharge(bench, { ...settled, credits: 10_000 });
      assert.deepEqual((await figures()).at(2), 10_000, 'what was used is owed');
      if (!later) assert.deepEqual(await figures(), [0, 10_000, 10_000]);
      await one.give(1);
      assert.equal((await one.wallet()).owed_credits, 0);
    }
  });

  test('come back when the dispute is won, in the same cycle and later', async () => {
    const one = await openPaid();
    await one.buy(40_000, 5_000);
    await one.take(1);
    await one.give(1);
    await one.give(1);
    assert.deepEqual([(await one.wallet()).pool_credits, (await one.wallet()).owed_credits], [100_000, 0]);
    assert.equal((await one.earnings()).reversed, 0);
    const other = await openPaid();
    await other.buy(40_000, 5_000);
    await other.take(1);
    await renewCycle(bench, other.buyer);
    await other.give(1);
    const { pool_credits, included_credits, owed_credits } = await other.wallet();
    assert.deepEqual([pool_credits, included_credits, owed_credits], [145_000, 145_000, 0]);
  });

  test('of a cycle that has ended are owed as far as they were spent', async () => {
    const one = await openPaid();
    await one.buy(40_000, 5_000);
    bench.clock.advanceMs(40 * DAY_MS);
    await one.wallet();
    await one.take(0.5);
    assert.equal((await one.wallet()).owed_credits, 0, 'half of them was never used');
    await one.take(0.5);
    assert.equal((await one.wallet()).owed_credits, 45_000);
  });
});
