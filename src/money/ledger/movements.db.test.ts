import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { SYSTEM } from '../../tenancy/audit-log/index.ts';
import {
  AdjustmentTooLarge,
  adjustByAdmin,
  changePlan,
  currentWallet,
  giveBackRoutingCredits,
  openWallet,
  renewCycle,
  renewDueCycles,
  reserveCredits,
  settleCharge,
  takeRoutingCredits,
  topUp,
  verifyLedger,
} from './index.ts';
import { type Bench, chargeRequestOf, insertAccount, openBench, signUp } from './testing/bench.ts';

const DAY_MS = 86_400_000;

describe('grants, renewals and top-ups', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench('2024-01-31T08:00:00Z');
  });
  after(() => bench.close());

  const wallet = (accountId: string) => currentWallet(bench, accountId);

  test('opening a wallet twice grants once', async () => {
    const accountId = await insertAccount(bench);
    const opened = { accountId, plan: 'free', createdAt: bench.clock.now() };
    await Promise.all([openWallet(bench.db, opened), openWallet(bench.db, opened)]);
    assert.equal((await wallet(accountId)).pool_credits, 12_000);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });

  test('an account older than the ledger gets its wallet at its first charge, in its own cycle', async () => {
    const accountId = await insertAccount(bench, 'starter');
    bench.clock.advanceMs(40 * DAY_MS);
    const reservation = await reserveCredits(bench, chargeRequestOf(accountId, 100, { plan: 'starter' }));
    await settleCharge(bench, { ...reservation, credits: 100 });
    const { pool_credits: pool, cycle_ends_at: end } = await wallet(accountId);
    assert.equal(pool, 35_900);
    assert.equal(end.toISOString(), '2024-03-31T08:00:00.000Z');
  });

  test('an account that does not exist gets no wallet', async () => {
    await assert.rejects(wallet(uuidv7()), { kind: 'not_found' });
  });

  test('renews on the sign-up day, under the plan of that day, and never lowers a higher routing balance', async () => {
    const accountId = await signUp(bench);
    await adjustByAdmin(bench, { accountId, routingCredits: 30, note: 'test' });
    const reservation = await reserveCredits(bench, chargeRequestOf(accountId, 5_000));
    await settleCharge(bench, { ...reservation, credits: 5_000 });
    const { cycle_ends_at: end } = await wallet(accountId);
    bench.clock.advanceMs(end.getTime() - bench.clock.now().getTime() - 1);
    assert.equal((await wallet(accountId)).pool_credits, 7_000);
    bench.clock.advanceMs(1);
    await renewDueCycles(bench);
    const renewed = await wallet(accountId);
    assert.deepEqual([renewed.pool_credits, renewed.routing_credits, renewed.cycle], [12_000, 80, 2]);
  });

  test('after months of inactivity there is one grant, not one per month', async () => {
    const accountId = await signUp(bench);
    bench.clock.advanceMs(200 * DAY_MS);
    assert.deepEqual([(await wallet(accountId)).pool_credits, (await wallet(accountId)).cycle], [12_000, 2]);
  });

  test('a payment renews at once and does not move the renewal day', async () => {
    const accountId = await signUp(bench);
    const { cycle_ends_at: end } = await wallet(accountId);
    bench.clock.advanceMs(DAY_MS);
    await bench.db
      .transaction()
      .execute((tx) => changePlan({ tx, clock: bench.clock }, { accountId, plan: 'creator', by: SYSTEM }));
    const paid = await wallet(accountId);
    assert.deepEqual(
      [paid.pool_credits, paid.included_credits, paid.routing_credits],
      [145_000, 145_000, 2_000],
    );
    assert.deepEqual(paid.cycle_ends_at, end);
    await bench.db
      .transaction()
      .execute((tx) => changePlan({ tx, clock: bench.clock }, { accountId, plan: 'free', by: SYSTEM }));
    const left = await wallet(accountId);
    assert.deepEqual([left.pool_credits, left.routing_credits], [12_000, 2_000]);
  });

  test('the prepaid balance outlives every renewal', async () => {
    const accountId = await signUp(bench);
    await topUp(bench, { accountId, micros: 123_456, note: 'test' });
    await renewCycle(bench, accountId);
    bench.clock.advanceMs(400 * DAY_MS);
    assert.equal((await wallet(accountId)).wallet_micros, 123_456);
  });

  test('a payment is added once, even if it arrives many times at once', async () => {
    const accountId = await signUp(bench);
    const payment = { accountId, micros: 5_000_000, reference: `payment-${accountId}`, note: 'test' };
    const added = await Promise.all(Array.from({ length: 10 }, () => topUp(bench, payment)));
    assert.equal(added.filter(Boolean).length, 1);
    assert.equal((await wallet(accountId)).wallet_micros, 5_000_000);
  });

  test('routing credits are returned once, in full, and only to the account that spent them', async () => {
    const accountId = await signUp(bench);
    const taking = await takeRoutingCredits(bench, { accountId, amount: 3 });
    const stranger = await signUp(bench);
    assert.equal(await giveBackRoutingCredits(bench, { ...taking, accountId: stranger }), false);
    const back = await Promise.all(Array.from({ length: 5 }, () => giveBackRoutingCredits(bench, taking)));
    assert.equal(back.filter(Boolean).length, 1);
    assert.equal((await wallet(accountId)).routing_credits, 50);
  });

  test('an adjustment by an administrator changes all balances or none, and none below zero', async () => {
    const accountId = await signUp(bench);
    await adjustByAdmin(bench, {
      accountId,
      credits: 500,
      micros: 10_000,
      routingCredits: -20,
      note: 'root: goodwill',
    });
    const adjusted = await wallet(accountId);
    assert.deepEqual(
      [adjusted.pool_credits, adjusted.included_credits, adjusted.wallet_micros, adjusted.routing_credits],
      [12_500, 12_500, 10_000, 30],
    );
    await assert.rejects(
      adjustByAdmin(bench, { accountId, credits: 1, micros: -10_001, note: 'x' }),
      AdjustmentTooLarge,
    );
    assert.equal((await wallet(accountId)).pool_credits, 12_500);
  });

  test('reports a balance that differs from its entries', async () => {
    assert.deepEqual(await verifyLedger(bench.db), []);
    const accountId = await signUp(bench);
    await sql`UPDATE wallets SET wallet_micros = 7 WHERE account_id = ${accountId}`.execute(bench.db);
    assert.deepEqual(await verifyLedger(bench.db), [{ accountId, what: 'wallet', expected: 0, found: 7 }]);
  });
});
