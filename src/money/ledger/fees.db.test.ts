import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { sql } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { SYSTEM } from '../../tenancy/audit-log/index.ts';
import {
  chargeFor,
  currentWallet,
  decidePayout,
  earningsOf,
  expireReservations,
  openStreamCharge,
  releaseCharge,
  requestPayout,
  reserveAll,
  reserveCredits,
  settleCharge,
  topUp,
  verifyLedger,
} from './index.ts';
import { type Bench, chargeRequestOf, openBench, signUp } from './testing/bench.ts';

describe('the fee of a listing', () => {
  let bench: Bench;
  let seller: string;
  let buyer: string;
  let feeOf: (credits: number) => { listingId: string; sellerAccountId: string; credits: number };
  before(async () => {
    bench = await openBench();
  });
  after(async () => {
    assert.deepEqual(await verifyLedger(bench.db), []);
    await bench.close();
  });

  async function open(): Promise<void> {
    [seller, buyer] = [await signUp(bench, 'creator'), await signUp(bench)];
    const listingId = uuidv7();
    feeOf = (credits) => ({ listingId, sellerAccountId: seller, credits });
  }
  const sellers = () => ({ ...bench, earningsHoldDays: 0 });
  const lookAgain = async () => undefined;
  const used = async (accountId: string) => {
    const wallet = await currentWallet(bench, accountId);
    return wallet.included_credits - wallet.pool_credits;
  };
  const earned = async () => (await earningsOf(sellers(), seller)).earned;

  test('is reserved with the units and paid once, 70 percent rounded down to the seller', async () => {
    await open();
    const request = chargeRequestOf(buyer, 100, { fee: feeOf(25) });
    const { chargeId, credits } = await reserveCredits(bench, request);
    assert.deepEqual([credits, await used(buyer), await earned()], [125, 125, 0]);
    const settlement = { accountId: buyer, chargeId, credits: 100 };
    assert.equal((await settleCharge(bench, settlement)).credits, 125);
    await settleCharge(bench, settlement);
    assert.deepEqual([await used(buyer), await used(seller), await earned()], [125, 0, 17]);
    const { rows } = await sql<{
      to_book: string;
      amount: number;
    }>`SELECT to_book, amount FROM ledger_postings
      WHERE account_id = ${seller} AND kind = 'fee' ORDER BY line`.execute(bench.db);
    assert.deepEqual(rows, [
      { to_book: 'earnings', amount: 17 },
      { to_book: 'house_commission', amount: 8 },
    ]);
  });

  test('is whole for a part that was delivered, and nothing for a release or a settlement of nothing', async () => {
    await open();
    const fee = feeOf(10);
    const reserve = () => reserveCredits(bench, chargeRequestOf(buyer, 100, { fee }));
    const part = await reserve();
    await settleCharge(bench, { accountId: buyer, chargeId: part.chargeId, credits: 30 });
    assert.deepEqual([await used(buyer), await earned()], [40, 7]);
    const nothing = await reserve();
    await settleCharge(bench, { accountId: buyer, chargeId: nothing.chargeId, credits: 0 });
    const released = await reserve();
    await releaseCharge(bench, { accountId: buyer, chargeId: released.chargeId });
    assert.deepEqual([await used(buyer), await earned()], [40, 7]);
  });

  test('counts against the balance: too little for units and fee is a 402 that moves nothing', async () => {
    await open();
    await reserveCredits(bench, chargeRequestOf(buyer, 11_950));
    const refused = reserveCredits(bench, chargeRequestOf(buyer, 50, { fee: feeOf(1) }));
    await assert.rejects(refused, { code: 'quota_exhausted' });
    await reserveCredits(bench, chargeRequestOf(buyer, 49, { fee: feeOf(1) }));
    assert.equal(await used(buyer), 12_000);
  });

  test('is paid out of the wallet too, to the microdollar', async () => {
    await open();
    await reserveCredits(bench, chargeRequestOf(buyer, 11_990));
    await topUp(bench, { accountId: buyer, micros: 1_000, note: 'test' });
    const { chargeId, walletMicros } = await reserveCredits(
      bench,
      chargeRequestOf(buyer, 10, { fee: feeOf(20) }),
    );
    assert.equal(walletMicros, 800);
    await settleCharge(bench, { accountId: buyer, chargeId, credits: 4 });
    assert.equal((await currentWallet(bench, buyer)).wallet_micros, 1_000 - (4 + 20 - 10) * 40);
    assert.equal(await earned(), 14);
  });

  test('of a stream that was cut is paid once, by whoever closes it', async () => {
    await open();
    const request = chargeRequestOf(buyer, 100, { fee: feeOf(10) });
    const cut = await openStreamCharge(bench, request, { signal: new AbortController().signal });
    await cut.advance({ credits: 5, quantity: 5 });
    await cut.advance({ credits: 9, quantity: 9 });
    await cut.settle('delivered');
    assert.deepEqual([await used(buyer), await earned()], [19, 7]);
    const crashed = await openStreamCharge(bench, request, { signal: new AbortController().signal });
    await crashed.advance({ credits: 3, quantity: 3 });
    bench.clock.advanceMs(3_600_000);
    await Promise.all([expireReservations(bench), expireReservations(bench)]);
    await crashed.settle('delivered');
    assert.deepEqual([await used(buyer), await earned()], [32, 14]);
  });

  test('of many charges reserved at once belongs to each of them', async () => {
    await open();
    const requests = [10, 20, 0].map((credits, i) =>
      chargeRequestOf(buyer, 100, i === 2 ? {} : { fee: feeOf(credits) }),
    );
    const reserved = await reserveAll(bench, { accountId: buyer, plan: 'free' }, requests);
    assert.deepEqual(
      reserved.map(({ credits }) => credits),
      [110, 120, 100],
    );
    for (const { chargeId, credits } of reserved)
      await settleCharge(bench, { accountId: buyer, chargeId, credits });
    assert.deepEqual([await used(buyer), await earned()], [330, 7 + 14]);
  });

  test('100 concurrent uses by two buyers: the seller has exactly 100 times 70 percent, rounded down', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 40 }), async (price) => {
        await open();
        const buyers = [buyer, await signUp(bench, 'creator')];
        const fee = feeOf(price);
        const uses = Array.from({ length: 100 }, (_, i) =>
          chargeFor(bench, chargeRequestOf(buyers[i % 2] ?? '', 3, { fee }), async () => i),
        );
        await Promise.all(uses);
        assert.equal(await earned(), Math.floor(0.7 * price + 1e-9) * 100);
        assert.deepEqual(
          await Promise.all(buyers.map(used)),
          buyers.map(() => 50 * (3 + price)),
        );
        const { rows } = await sql<{ total: number }>`
          SELECT COALESCE(sum(amount), 0)::bigint AS total FROM ledger_entries`.execute(bench.db);
        assert.equal(rows[0]?.total, 0);
        assert.deepEqual(await verifyLedger(bench.db), []);
      }),
      { numRuns: 4, examples: [[1], [10]] },
    );
  });

  test('sales are counted by listing and month, and a wrong figure is found', async () => {
    await open();
    const use = (fee: number, credits: number) =>
      chargeFor(bench, chargeRequestOf(buyer, credits, { fee: feeOf(fee) }), async () => 'spoken');
    await Promise.all(Array.from({ length: 20 }, () => use(10, 3)));
    await use(0, 3);
    bench.clock.advanceMs(31 * 86_400_000);
    await use(100, 3);
    const { byListing } = await earningsOf(sellers(), seller);
    assert.deepEqual(
      byListing.map(({ uses, credits }) => [uses, credits]),
      [
        [1, 70],
        [21, 140],
      ],
    );
    const { rows } = await sql<{
      free: number;
    }>`SELECT sum(free_plan_credits)::bigint AS free FROM listing_sales
      WHERE seller_account_id = ${seller}`.execute(bench.db);
    assert.equal(rows[0]?.free, 210);
    const change = (by: number) =>
      sql`UPDATE listing_sales SET earned_credits = earned_credits + ${by}::bigint
        WHERE seller_account_id = ${seller} AND earned_credits = ${by > 0 ? 70 : 71}::bigint`.execute(
        bench.db,
      );
    await change(1);
    const [found] = await verifyLedger(bench.db);
    assert.match(found?.what ?? '', /^earnings of /);
    await change(-1);
  });

  const requestOf = (credits: number) =>
    bench.db
      .transaction()
      .execute((tx) => requestPayout({ ...sellers(), tx }, { accountId: seller, credits, by: SYSTEM }));

  test('a payout takes earnings once: of two at a time for all of it, one is refused', async () => {
    await open();
    await chargeFor(bench, chargeRequestOf(buyer, 1, { fee: feeOf(100) }), async () => 'spoken');
    const ask = () => requestOf(70);
    const asked = await Promise.allSettled([ask(), ask()]);
    const [granted, ...more] = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    assert.ok(granted && more.length === 0);
    await assert.rejects(ask(), { code: 'earnings_too_low' });
    assert.deepEqual(await verifyLedger(bench.db), []);
    await decidePayout(sellers(), {
      id: granted.id,
      by: SYSTEM,
      status: 'rejected',
      reason: 'no bank account',
    });
    await assert.rejects(
      decidePayout(sellers(), { id: granted.id, by: SYSTEM, status: 'paid', unfundedToo: true, lookAgain }),
      {
        code: 'payout_not_found',
      },
    );
    const again = await ask();
    await decidePayout(sellers(), { id: again.id, by: SYSTEM, status: 'paid', unfundedToo: true, lookAgain });
    const { earned: all, requested, paid, available } = await earningsOf(sellers(), seller);
    assert.deepEqual([all, requested, paid, available], [70, 0, 70, 0]);
  });

  test('a payout of what no money paid for waits until an admin says so', async () => {
    await open();
    const use = (fee: number, plan: string, from = buyer) =>
      chargeFor(bench, chargeRequestOf(from, 1, { plan, fee: feeOf(fee) }), async () => 'spoken');
    await use(100, 'free');
    await use(100, 'creator', await signUp(bench, 'creator'));
    // A free account that has used up its monthly credits pays the rest of this fee from its wallet: 60 of 100.
    const rich = await signUp(bench);
    const all = await reserveCredits(bench, chargeRequestOf(rich, 11_959));
    await settleCharge(bench, { ...all, credits: 11_959 });
    await topUp(bench, { accountId: rich, micros: 1_000_000, note: 'test' });
    await use(100, 'free', rich);
    const { earned: all70, unfunded } = await earningsOf(sellers(), seller);
    assert.deepEqual([all70, unfunded], [210, 70 + 28]);
    const ask = (credits: number) => requestOf(credits);
    const pay = ({ id }: { id: string }, unfundedToo = false) =>
      decidePayout(sellers(), { id, by: SYSTEM, status: 'paid', unfundedToo, lookAgain });
    const funded = await ask(112);
    const rest = await ask(98);
    await pay(funded);
    await assert.rejects(pay(rest), { code: 'payout_unfunded' });
    await pay(rest, true);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });
});
