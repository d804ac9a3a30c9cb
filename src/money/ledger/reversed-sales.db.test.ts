import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { uuidv7 } from '../../platform/ids.ts';
import { SYSTEM } from '../../tenancy/audit-log/index.ts';
import {
  decidePayout,
  matchChangedSales,
  reserveCredits,
  settleCharge,
  takeBack,
  verifyLedger,
} from './index.ts';
import { chargeRequestOf } from './testing/bench.ts';
import {
  DAY_MS,
  HOLD_DAYS,
  lookAgain,
  type Market,
  MICROS_PER_CREDIT,
  openMarket,
} from './testing/market.ts';

let bench: Market;

describe('sales whose payment goes back', () => {
  before(async () => {
    bench = await openMarket();
  });
  after(async () => {
    assert.deepEqual(await verifyLedger(bench.db), []);
    await bench.close();
  });

  test('a lost dispute reverses the sale that it paid for, and nothing of it is paid out', async () => {
    const trade = await bench.openTrade();
    await trade.usePool();
    await trade.pay(28_000_100, 'card-1');
    await trade.buy(1, 700_000);
    assert.equal((await trade.earnings()).pending, 490_000);
    await trade.dispute('dispute-1', 28_000_100);
    const { earned, reversed, pending, available } = await trade.earnings();
    assert.deepEqual([earned, reversed, pending, available], [490_000, 490_000, 0, 0]);
    bench.clock.advanceMs((HOLD_DAYS + 1) * DAY_MS);
    await assert.rejects(bench.requestPayout(trade.seller, 1), {
      code: 'earnings_too_low',
    });
  });

  test('after a payout the balance is below zero, and later earnings make up for it', async () => {
    const trade = await bench.openTrade();
    await trade.usePool();
    await trade.pay(4_000_000);
    await trade.buy(1, 90_000);
    bench.clock.advanceMs((HOLD_DAYS + 1) * DAY_MS);
    const payout = await bench.requestPayout(trade.seller, 63_000);
    await decidePayout(bench, { id: payout.id, status: 'paid', unfundedToo: false, by: SYSTEM, lookAgain });
    await trade.dispute(`late-${trade.buyer}`, 4_000_000);
    assert.equal((await trade.earnings()).available, -63_000);
    const honest = await bench.openTrade();
    await honest.usePool();
    await honest.pay(8_000_000);
    const fee = { listingId: uuidv7(), sellerAccountId: trade.seller, credits: 100_000 };
    const next = await reserveCredits(bench, chargeRequestOf(honest.buyer, 1, { plan: 'suspended', fee }));
    await settleCharge(bench, { ...next, credits: 1 });
    bench.clock.advanceMs((HOLD_DAYS + 1) * DAY_MS);
    assert.equal((await trade.earnings()).available, 7_000);
  });

  test('a payout that was requested before the dispute is refused; a dispute that is won covers it again', async () => {
    const trade = await bench.openTrade();
    await trade.usePool();
    await trade.pay(4_000_000);
    await trade.buy(1, 90_000);
    bench.clock.advanceMs((HOLD_DAYS + 1) * DAY_MS);
    const payout = await bench.requestPayout(trade.seller, 63_000);
    const paid = { id: payout.id, status: 'paid', unfundedToo: false, by: SYSTEM, lookAgain } as const;
    await trade.dispute(`open-${trade.buyer}`, 4_000_000);
    await assert.rejects(decidePayout(bench, paid), { code: 'payout_not_covered' });
    await trade.win(`open-${trade.buyer}`);
    assert.equal((await trade.earnings()).reversed, 0);
    assert.equal((await decidePayout(bench, paid)).status, 'paid');
  });

  test('money that is still in the wallet goes first; then the last purchases, the fee before the units', async () => {
    const trade = await bench.openTrade();
    await trade.usePool();
    await trade.pay(400_000);
    await trade.buy(1_000, 1_000);
    await trade.buy(2_000, 500);
    const { wallet_micros: left } = await trade.wallet();
    await trade.dispute(`part-${trade.buyer}`, left);
    assert.equal((await trade.earnings()).reversed, 0);
    await trade.dispute(`more-${trade.buyer}`, 200 * MICROS_PER_CREDIT);
    assert.equal((await trade.earnings()).reversed, 140, '200 of the newest fee of 500');
    await trade.dispute(`rest-${trade.buyer}`, 2_500 * MICROS_PER_CREDIT);
    assert.equal(
      (await trade.earnings()).reversed,
      350 + 140,
      'all of the newest, and 200 of the one before',
    );
  });

  test('what enters the wallet later pays the debt, and restores what was reversed', async () => {
    const trade = await bench.openTrade();
    await trade.usePool();
    await trade.pay(100_000 * MICROS_PER_CREDIT);
    await trade.buy(1, 99_999);
    await trade.dispute(`paid-${trade.buyer}`, 100_000 * MICROS_PER_CREDIT);
    assert.equal((await trade.earnings()).reversed, 69_999);
    await trade.pay(60_000 * MICROS_PER_CREDIT);
    await matchChangedSales(bench);
    assert.equal((await trade.earnings()).reversed, 28_000);
    await trade.pay(40_000 * MICROS_PER_CREDIT);
    await matchChangedSales(bench);
    assert.equal((await trade.earnings()).reversed, 0);
  });

  test('a purchase that was open when the debt was made is matched by the sweep', async () => {
    const trade = await bench.openTrade();
    await trade.usePool();
    await trade.pay(1_000 * MICROS_PER_CREDIT);
    const open = await trade.reserve(1, 999);
    await trade.dispute(`early-${trade.buyer}`, 1_000 * MICROS_PER_CREDIT);
    await settleCharge(bench, { ...open, credits: 1 });
    assert.equal((await trade.earnings()).reversed, 0);
    await matchChangedSales(bench);
    assert.equal((await trade.earnings()).reversed, 699);
  });

  test('two nodes that match at once, and a dispute beside them, count once', async () => {
    const trade = await bench.openTrade();
    await trade.usePool();
    await trade.pay(1_000 * MICROS_PER_CREDIT);
    await trade.buy(1, 999);
    const reference = `race-${trade.buyer}`;
    await Promise.all([
      trade.dispute(reference, 600 * MICROS_PER_CREDIT),
      trade.dispute(reference, 600 * MICROS_PER_CREDIT),
      matchChangedSales(bench),
      trade.dispute(`${reference}-2`, 100 * MICROS_PER_CREDIT),
      matchChangedSales(bench),
    ]);
    assert.equal((await trade.earnings()).reversed, 699 - Math.floor((299 * 70) / 100));
  });

  test('a dispute that dies before its commit has reversed nothing, and is reversed once when it is repeated', async () => {
    const trade = await bench.openTrade();
    await trade.usePool();
    await trade.pay(1_000 * MICROS_PER_CREDIT);
    await trade.buy(1, 999);
    const died = new Error('the process died before the commit');
    const taking = { accountId: trade.buyer, micros: 1_000 * MICROS_PER_CREDIT, note: 'dispute' };
    const reference = `crash-${trade.buyer}`;
    const half = bench.inTransaction(async (tx) => {
      await takeBack(tx, { ...taking, reference });
      throw died;
    });
    await assert.rejects(half, died);
    assert.equal((await trade.earnings()).reversed, 0);
    assert.deepEqual(await verifyLedger(bench.db), []);
    await trade.dispute(reference, taking.micros);
    await trade.dispute(reference, taking.micros);
    assert.equal((await trade.earnings()).reversed, 699);
  });

  test('a seller sees when pending earnings become available', async () => {
    const trade = await bench.openTrade('creator');
    await trade.buy(1, 100);
    const soldAt = bench.clock.now();
    const { upcoming, pending, available } = await trade.earnings();
    assert.deepEqual([pending, available], [70, 0]);
    const [{ availableAt, credits } = assert.fail()] = upcoming;
    assert.equal(credits, 70);
    bench.clock.advanceMs(availableAt.getTime() - bench.clock.now().getTime() - 1);
    assert.equal((await trade.earnings()).available, 0);
    assert.ok(bench.clock.now().getTime() - soldAt.getTime() >= HOLD_DAYS * DAY_MS - 1);
    bench.clock.advanceMs(1);
    assert.equal((await trade.earnings()).available, 70);
  });
});
