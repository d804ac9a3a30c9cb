import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { Clock } from '../../platform/clock.ts';
import { sql, type Tx } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { SYSTEM } from '../../tenancy/audit-log/index.ts';
import {
  currentWallet,
  decidePayout,
  earningsOf,
  giveBack,
  giveBackGrant,
  matchChangedSales,
  noteGrant,
  releaseCharge,
  renewCycle,
  requestPayout,
  reserveCredits,
  settleCharge,
  takeBack,
  takeBackGrant,
  topUp,
  verifyLedger,
} from './index.ts';
import { type Bench, chargeRequestOf, openBench, signUp } from './testing/bench.ts';

const DAY_MS = 86_400_000;
const HOLD_DAYS = 30;
/** Of the suspended plan, whose pool is the smallest. */
const MICROS_PER_CREDIT = 40;

let bench: Bench;
const deps = () => ({ ...bench, earningsHoldDays: HOLD_DAYS });
const lookAgain = async () => undefined;
const inTransaction = <Result>(run: (deps: { tx: Tx; clock: Clock }) => Promise<Result>) =>
  bench.db.transaction().execute((tx) => run({ tx, clock: bench.clock }));

const ask = (accountId: string, credits: number) =>
  inTransaction(({ tx }) => requestPayout({ ...deps(), tx }, { accountId, credits, by: SYSTEM }));

/** A buyer and a seller with one listing. */
async function openTrade(plan = 'suspended') {
  const [seller, buyer] = [await signUp(bench, 'creator'), await signUp(bench, plan)];
  const listingId = uuidv7();
  const reserve = (units: number, credits: number) =>
    reserveCredits(
      bench,
      chargeRequestOf(buyer, units, { plan, fee: { listingId, sellerAccountId: seller, credits } }),
    );
  return {
    seller,
    buyer,
    reserve,
    async buy(units: number, credits: number) {
      bench.clock.advanceMs(1);
      await settleCharge(bench, { ...(await reserve(units, credits)), credits: units });
    },
    pay: (micros: number, reference = uuidv7()) =>
      topUp(bench, { accountId: buyer, micros, note: 'test', reference }),
    dispute: (reference: string, micros: number) =>
      inTransaction((tx) => takeBack(tx, { accountId: buyer, micros, reference, note: 'dispute' })),
    win: (reference: string) =>
      inTransaction((tx) => giveBack(tx, { accountId: buyer, reference, note: 'won' })),
    earnings: () => earningsOf(deps(), seller),
    wallet: () => currentWallet(bench, buyer),
    /** So that the next purchase takes money. */
    async usePool() {
      const { pool_credits } = await currentWallet(bench, buyer);
      const used = await reserveCredits(bench, chargeRequestOf(buyer, pool_credits, { plan }));
      await settleCharge(bench, { ...used, credits: pool_credits });
    },
  };
}

describe('sales whose payment goes back', () => {
  before(async () => {
    bench = await openBench();
  });
  after(async () => {
    assert.deepEqual(await verifyLedger(bench.db), []);
    await bench.close();
  });

  test('a lost dispute reverses the sale that it paid for, and nothing of it is paid out', async () => {
    const trade = await openTrade();
    await trade.usePool();
    await trade.pay(28_000_100, 'card-1');
    await trade.buy(1, 700_000);
    assert.equal((await trade.earnings()).pending, 490_000);
    await trade.dispute('dispute-1', 28_000_100);
    const { earned, reversed, pending, available } = await trade.earnings();
    assert.deepEqual([earned, reversed, pending, available], [490_000, 490_000, 0, 0]);
    bench.clock.advanceMs((HOLD_DAYS + 1) * DAY_MS);
    await assert.rejects(ask(trade.seller, 1), {
      code: 'earnings_too_low',
    });
  });

  test('after a payout the balance is below zero, and later earnings make up for it', async () => {
    const trade = await openTrade();
    await trade.usePool();
    await trade.pay(4_000_000);
    await trade.buy(1, 90_000);
    bench.clock.advanceMs((HOLD_DAYS + 1) * DAY_MS);
    const payout = await ask(trade.seller, 63_000);
    await decidePayout(deps(), { id: payout.id, status: 'paid', unfundedToo: false, by: SYSTEM, lookAgain });
    await trade.dispute(`late-${trade.buyer}`, 4_000_000);
    assert.equal((await trade.earnings()).available, -63_000);
    const honest = await openTrade();
    await honest.usePool();
    await honest.pay(8_000_000);
    const fee = { listingId: uuidv7(), sellerAccountId: trade.seller, credits: 100_000 };
    const next = await reserveCredits(bench, chargeRequestOf(honest.buyer, 1, { plan: 'suspended', fee }));
    await settleCharge(bench, { ...next, credits: 1 });
    bench.clock.advanceMs((HOLD_DAYS + 1) * DAY_MS);
    assert.equal((await trade.earnings()).available, 7_000);
  });

  test('a payout that was requested before the dispute is refused; a dispute that is won covers it again', async () => {
    const trade = await openTrade();
    await trade.usePool();
    await trade.pay(4_000_000);
    await trade.buy(1, 90_000);
    bench.clock.advanceMs((HOLD_DAYS + 1) * DAY_MS);
    const payout = await ask(trade.seller, 63_000);
    const paid = { id: payout.id, status: 'paid', unfundedToo: false, by: SYSTEM, lookAgain } as const;
    await trade.dispute(`open-${trade.buyer}`, 4_000_000);
    await assert.rejects(decidePayout(deps(), paid), { code: 'payout_not_covered' });
    await trade.win(`open-${trade.buyer}`);
    assert.equal((await trade.earnings()).reversed, 0);
    assert.equal((await decidePayout(deps(), paid)).status, 'paid');
  });

  test('money that is still in the wallet goes first; then the last purchases, the fee before the units', async () => {
    const trade = await openTrade();
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
    const trade = await openTrade();
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
    const trade = await openTrade();
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
    const trade = await openTrade();
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
    const trade = await openTrade();
    await trade.usePool();
    await trade.pay(1_000 * MICROS_PER_CREDIT);
    await trade.buy(1, 999);
    const died = new Error('the process died before the commit');
    const taking = { accountId: trade.buyer, micros: 1_000 * MICROS_PER_CREDIT, note: 'dispute' };
    const reference = `crash-${trade.buyer}`;
    const half = inTransaction(async (tx) => {
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
    const trade = await openTrade('creator');
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

describe('credits of a plan whose payment goes back', () => {
  before(async () => {
    bench = await openBench();
  });
  after(async () => {
    assert.deepEqual(await verifyLedger(bench.db), []);
    await bench.close();
  });

  async function openPaid() {
    const trade = await openTrade('creator');
    const { buyer: accountId } = trade;
    const grantReference = `invoice-${accountId}`;
    await renewCycle(bench, accountId);
    await inTransaction((tx) => noteGrant(tx, { accountId, reference: grantReference }));
    let taken = 0;
    let reversed = 0;
    return {
      ...trade,
      take(share: number) {
        taken += 1;
        reversed += share;
        const of = { accountId, grantReference, reversed, reference: `refund-${accountId}-${taken}` };
        return inTransaction((tx) => takeBackGrant(tx, { ...of, share, note: 'refund' }));
      },
      give(nth: number) {
        const of = { accountId, grantReference, reversed: 0, reference: `refund-${accountId}-${nth}` };
        return inTransaction((tx) => giveBackGrant(tx, { ...of, note: 'won' }));
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
      const [released, settled] = [
        await reserveCredits(bench, { ...request, deadlineMs: 60 * DAY_MS }),
        await reserveCredits(bench, { ...request, credits: 30_000, deadlineMs: 60 * DAY_MS }),
      ];
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

describe('disputes, purchases and payouts in any order', () => {
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.close());

  const amount = fc.integer({ min: 1, max: 3_000 });
  const steps = fc.array(
    fc.oneof(
      fc.record({ do: fc.constant('pay' as const), amount }),
      fc.record({ do: fc.constant('buy' as const), amount, fee: amount }),
      fc.record({ do: fc.constant('dispute' as const), amount }),
      fc.record({ do: fc.constantFrom('win' as const, 'decide' as const), amount: fc.nat({ max: 20 }) }),
      fc.record({ do: fc.constant('withdraw' as const), amount }),
      fc.record({ do: fc.constant('days' as const), amount: fc.integer({ min: 1, max: 20 }) }),
      fc.record({ do: fc.constantFrom('grant' as const, 'takeGrant' as const, 'giveGrant' as const) }),
    ),
    { minLength: 4, maxLength: 25, size: 'max' },
  );

  test('sellers never earn more from wallets than stayed here, and every figure can be rebuilt', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const trade = await openTrade();
        const { buyer: accountId, seller } = trade;
        const [disputes, payouts] = [[] as string[], [] as string[]];
        let [net, grants, taken] = [0, 0, 0];
        const refused = (error: { code?: string }) =>
          assert.ok(
            /exhausted|owed|too_low|not_covered|unfunded|not_found/.test(error.code ?? ''),
            String(error),
          );
        for (const step of all) {
          bench.clock.advanceMs(1_000);
          switch (step.do) {
            case 'pay':
              await trade.pay(step.amount * MICROS_PER_CREDIT);
              net += step.amount * MICROS_PER_CREDIT;
              break;
            case 'buy':
              await trade.buy(step.amount, step.fee).catch(refused);
              break;
            case 'dispute': {
              const micros = Math.min(net, step.amount * MICROS_PER_CREDIT);
              if (micros === 0) break;
              disputes.push(`any-${accountId}-${disputes.length}`);
              await trade.dispute(disputes.at(-1) ?? '', micros);
              net -= micros;
              break;
            }
            case 'win': {
              const reference = disputes[step.amount % (disputes.length || 1)];
              if (reference) net += (await trade.win(reference)).given;
              break;
            }
            case 'withdraw':
              await ask(seller, step.amount).then(({ id }) => payouts.push(id), refused);
              break;
            case 'decide': {
              const id = payouts[step.amount % (payouts.length || 1)];
              const { available } = await trade.earnings();
              const paid = {
                id: id ?? '',
                status: 'paid',
                unfundedToo: true,
                by: SYSTEM,
                lookAgain,
              } as const;
              const done = id && (await decidePayout(deps(), paid).then(() => true, refused));
              if (done === true) assert.ok(available >= 0, 'nothing is paid out of a balance below zero');
              break;
            }
            case 'days':
              bench.clock.advanceMs(step.amount * DAY_MS);
              await trade.wallet();
              break;
            case 'grant':
              grants += 1;
              await renewCycle(bench, accountId);
              await inTransaction((tx) => noteGrant(tx, { accountId, reference: `g${grants}-${accountId}` }));
              break;
            case 'takeGrant': {
              if (grants === 0) break;
              taken += 1;
              const reference = `t${taken}-${accountId}`;
              const grantReference = `g${grants}-${accountId}`;
              await inTransaction((tx) =>
                takeBackGrant(tx, {
                  ...{ accountId, grantReference, reference, note: 'test' },
                  ...{ share: 0.4, reversed: 0.4 },
                }),
              );
              break;
            }
            case 'giveGrant':
              await inTransaction((tx) =>
                giveBackGrant(tx, {
                  ...{ accountId, grantReference: `g${grants}-${accountId}`, reversed: 0 },
                  ...{ reference: `t${taken}-${accountId}`, note: 'test' },
                }),
              );
          }
        }
        await matchChangedSales(bench);
        const wallet = await trade.wallet();
        const { rows } = await sql<{ micros: number }>`
          SELECT COALESCE(sum(GREATEST(0, LEAST(fee_credits, credits - pool_credits) - unpaid_credits)
            * micros_per_credit), 0)::bigint AS micros
          FROM charges WHERE account_id = ${accountId} AND status = 'settled'`.execute(bench.db);
        const paidToSellers = rows[0]?.micros ?? 0;
        const stayed = net - wallet.wallet_micros;
        assert.ok(paidToSellers <= Math.max(0, stayed), `${paidToSellers} of ${stayed}`);
        assert.deepEqual(await verifyLedger(bench.db), []);
      }),
      { numRuns: Number(process.env.SALES_RUNS ?? 40) },
    );
  });
});
