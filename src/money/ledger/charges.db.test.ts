import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import {
  ChargeAlreadyReleased,
  ChargeAlreadySettled,
  ChargeNotFound,
  currentWallet,
  expireReservations,
  releaseCharge,
  renewCycle,
  reserveCredits,
  settleCharge,
  topUp,
  verifyLedger,
} from './index.ts';
import { type Bench, chargeRequestOf, openBench, signUp } from './testing/bench.ts';

describe('charges', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.close());

  const balances = async (accountId: string) => {
    const wallet = await currentWallet(bench, accountId);
    return { pool: wallet.pool_credits, micros: wallet.wallet_micros, spent: wallet.prepaid_spent_micros };
  };
  const funded = async (plan: string, usedCredits: number, micros: number) => {
    const accountId = await signUp(bench, plan);
    await topUp(bench, { accountId, micros, note: 'test' });
    const all = await reserveCredits(bench, chargeRequestOf(accountId, usedCredits, { plan }));
    await settleCharge(bench, { ...all, credits: usedCredits });
    return accountId;
  };

  test('takes the pool first and settles exactly what was reserved', async () => {
    const accountId = await signUp(bench);
    const reservation = await reserveCredits(bench, chargeRequestOf(accountId, 500));
    assert.deepEqual([reservation.poolCredits, reservation.walletMicros], [500, 0]);
    const charge = await settleCharge(bench, { ...reservation, credits: 500 });
    assert.deepEqual([charge.status, charge.credits, charge.moved], ['settled', 500, true]);
    assert.deepEqual(await balances(accountId), { pool: 11_500, micros: 0, spent: 0 });
  });

  test('returns what was not used, and uses the pool part first', async () => {
    const accountId = await funded('free', 11_900, 1_000_000);
    const reservation = await reserveCredits(bench, chargeRequestOf(accountId, 300));
    assert.deepEqual([reservation.poolCredits, reservation.walletMicros], [100, 200 * 40]);
    const charge = await settleCharge(bench, { ...reservation, credits: 150 });
    assert.deepEqual([charge.poolCredits, charge.walletMicros, charge.refundedMicros], [100, 2_000, 6_000]);
    assert.deepEqual(await balances(accountId), { pool: 0, micros: 998_000, spent: 2_000 });
  });

  test('never takes more than was reserved', async () => {
    const accountId = await signUp(bench);
    const reservation = await reserveCredits(bench, chargeRequestOf(accountId, 100));
    const charge = await settleCharge(bench, { ...reservation, credits: 5_000 });
    assert.equal(charge.credits, 100);
    assert.equal((await balances(accountId)).pool, 11_900);
  });

  test('never charges twice when settlement is retried', async () => {
    const accountId = await signUp(bench);
    const reservation = await reserveCredits(bench, chargeRequestOf(accountId, 500));
    const settlements = await Promise.all(
      Array.from({ length: 20 }, () => settleCharge(bench, { ...reservation, credits: 400 })),
    );
    assert.equal(settlements.filter((charge) => charge.moved).length, 1);
    assert.ok(settlements.every((charge) => charge.credits === 400));
    assert.equal((await balances(accountId)).pool, 11_600);
  });

  test('returns credits once when release is retried, and reports the amount each time', async () => {
    const accountId = await funded('creator', 145_000, 1_000_000);
    const reservation = await reserveCredits(bench, chargeRequestOf(accountId, 1_000, { plan: 'creator' }));
    assert.equal((await balances(accountId)).micros, 1_000_000 - 35_000);
    const releases = await Promise.all(Array.from({ length: 10 }, () => releaseCharge(bench, reservation)));
    assert.equal(releases.filter((charge) => charge.moved).length, 1);
    assert.ok(releases.every((charge) => charge.refundedMicros === 35_000));
    assert.deepEqual(await balances(accountId), { pool: 0, micros: 1_000_000, spent: 0 });
  });

  test('a refund in cents is what the shown balance gained, whatever is left of a cent', async () => {
    const shown = async (accountId: string) => Math.floor((await balances(accountId)).micros / 10_000);
    for (const micros of [70_000, 70_001, 79_999, 84_321]) {
      const accountId = await funded('creator', 145_000, micros);
      const request = (credits: number) => chargeRequestOf(accountId, credits, { plan: 'creator' });
      const reserved = [
        await reserveCredits(bench, request(1_000)),
        await reserveCredits(bench, request(37)),
        await reserveCredits(bench, request(285)),
      ];
      const before = await shown(accountId);
      let refunded = 0;
      for (const one of reserved) refunded += (await releaseCharge(bench, one)).refundedCents;
      assert.equal(refunded, (await shown(accountId)) - before, `${micros}`);
    }
  });

  test('refuses to settle a released charge and to release a settled one', async () => {
    const accountId = await signUp(bench);
    const first = await reserveCredits(bench, chargeRequestOf(accountId, 10));
    await releaseCharge(bench, first);
    await assert.rejects(settleCharge(bench, { ...first, credits: 10 }), ChargeAlreadyReleased);
    const second = await reserveCredits(bench, chargeRequestOf(accountId, 10));
    await settleCharge(bench, { ...second, credits: 10 });
    await assert.rejects(releaseCharge(bench, second), ChargeAlreadySettled);
    assert.equal((await balances(accountId)).pool, 11_990);
  });

  test('either settle or release closes a charge when both run at once, never both', async () => {
    const accountId = await signUp(bench);
    for (let round = 0; round < 20; round += 1) {
      const reservation = await reserveCredits(bench, chargeRequestOf(accountId, 10));
      const [settled, released] = await Promise.allSettled([
        settleCharge(bench, { ...reservation, credits: 10 }),
        releaseCharge(bench, reservation),
      ]);
      assert.notEqual(settled.status, released.status);
    }
    assert.deepEqual(await verifyLedger(bench.db), []);
  });

  test('does not find a charge of another account', async () => {
    const reservation = await reserveCredits(bench, chargeRequestOf(await signUp(bench), 10));
    const stranger = { ...reservation, accountId: await signUp(bench) };
    await assert.rejects(settleCharge(bench, { ...stranger, credits: 10 }), ChargeNotFound);
    await assert.rejects(releaseCharge(bench, { ...stranger, chargeId: uuidv7() }), ChargeNotFound);
  });

  test('takes and returns routing credits together with the charge', async () => {
    const accountId = await signUp(bench);
    const kept = await reserveCredits(bench, chargeRequestOf(accountId, 10, { routingCredits: 3 }));
    const dropped = await reserveCredits(bench, chargeRequestOf(accountId, 10, { routingCredits: 1 }));
    await settleCharge(bench, { ...kept, credits: 10 });
    await releaseCharge(bench, dropped);
    assert.equal((await currentWallet(bench, accountId)).routing_credits, 47);
  });

  test('releases a reservation past its deadline once, with two nodes sweeping', async () => {
    const accountId = await signUp(bench);
    for (let i = 0; i < 130; i += 1)
      await reserveCredits(bench, chargeRequestOf(accountId, 10, { deadlineMs: 1_000 }));
    const running = await reserveCredits(bench, chargeRequestOf(accountId, 10, { deadlineMs: 600_000 }));
    bench.clock.advanceMs(1_000);
    const swept = await Promise.all([expireReservations(bench), expireReservations(bench)]);
    assert.equal(swept[0] + swept[1] >= 130, true);
    assert.equal((await balances(accountId)).pool, 11_990);
    await settleCharge(bench, { ...running, credits: 10 });
    assert.deepEqual(await verifyLedger(bench.db), []);
  });

  test('a renewal between reserve and settle neither creates nor loses credits', async () => {
    const accountId = await funded('free', 11_000, 100_000);
    const settledLater = await reserveCredits(bench, chargeRequestOf(accountId, 900));
    const releasedLater = await reserveCredits(bench, chargeRequestOf(accountId, 300));
    assert.deepEqual([releasedLater.poolCredits, releasedLater.walletMicros], [100, 8_000]);
    await renewCycle(bench, accountId);
    await settleCharge(bench, { ...settledLater, credits: 400 });
    await releaseCharge(bench, releasedLater);
    // The pool parts belonged to the old cycle and lapsed with it; the wallet part is money and comes back.
    assert.deepEqual(await balances(accountId), { pool: 12_000, micros: 100_000, spent: 0 });
    assert.deepEqual(await verifyLedger(bench.db), []);
  });

  test('entries cannot be changed or deleted, and every transaction balances', async () => {
    await assert.rejects(sql`UPDATE ledger_postings SET amount = 1`.execute(bench.db), /only grows/);
    await assert.rejects(sql`DELETE FROM ledger_postings`.execute(bench.db), /only grows/);
    await assert.rejects(sql`TRUNCATE ledger_postings`.execute(bench.db), /only grows/);
    await assert.rejects(
      sql`INSERT INTO ledger_postings SELECT * FROM ledger_postings LIMIT 1`.execute(bench.db),
      /duplicate key/,
    );
    const { rows } =
      await sql`SELECT 1 FROM ledger_entries GROUP BY transaction_id, unit HAVING sum(amount) <> 0`.execute(
        bench.db,
      );
    assert.equal(rows.length, 0);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });
});
