import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { PLANS, type PlanId } from '../plans/index.ts';
import {
  currentWallet,
  releaseCharge,
  reserveCredits,
  settleCharge,
  takeRoutingCredits,
  topUp,
} from './index.ts';
import { type Bench, chargeRequestOf, openBench, signUp } from './testing/bench.ts';

describe('charges that cannot be paid', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.close());

  async function spend(accountId: string, credits: number, plan: PlanId = 'free'): Promise<void> {
    const reservation = await reserveCredits(bench, chargeRequestOf(accountId, credits, { plan }));
    await settleCharge(bench, { ...reservation, credits });
  }
  async function refusal(accountId: string, credits: number, plan: PlanId = 'free') {
    const before = await currentWallet(bench, accountId);
    const error = await reserveCredits(bench, chargeRequestOf(accountId, credits, { plan })).catch(
      (reason) => reason,
    );
    assert.equal(error.kind, 'payment_required');
    assert.deepEqual(await currentWallet(bench, accountId), before);
    return error;
  }
  const setCap = (accountId: string, cents: number) =>
    sql`UPDATE wallets SET monthly_spend_cap_cents = ${cents} WHERE account_id = ${accountId}`.execute(
      bench.db,
    );

  test('too few credits and a wallet that was never funded are quota_exhausted, with the usage figures', async () => {
    const accountId = await signUp(bench);
    await spend(accountId, 11_000);
    const error = await refusal(accountId, 1_001);
    assert.equal(error.code, 'quota_exhausted');
    assert.match(
      error.public,
      /needs 1,001 credits, 11,000 of 12,000 are used and 1,000 remain until 2026-02-15/,
    );
    assert.match(error.public, /Upgrade the plan or top up/);
    await spend(accountId, 1_000);
  });

  test('a wallet that was funded but holds too little is balance_exhausted', async () => {
    const accountId = await signUp(bench);
    await topUp(bench, { accountId, micros: 50_000, note: 'test' });
    await spend(accountId, 12_000 + 1_249);
    assert.equal((await currentWallet(bench, accountId)).wallet_micros, 40);
    const error = await refusal(accountId, 2);
    assert.equal(error.code, 'balance_exhausted');
    assert.match(
      error.public,
      /needs \$0\.01 beyond the 0 credits left this month, the wallet holds \$0\.00/,
    );
    await spend(accountId, 1);
    assert.equal((await refusal(accountId, 1)).code, 'balance_exhausted');
  });

  for (const plan of Object.values(PLANS)) {
    test(`overage on ${plan.id} costs exactly ${plan.overageMicrosPerCredit} microdollars a credit`, async () => {
      const accountId = await signUp(bench, plan.id);
      const micros = 1_000 * plan.overageMicrosPerCredit;
      await topUp(bench, { accountId, micros, note: 'test' });
      assert.equal(
        (await refusal(accountId, plan.creditsPerMonth + 1_001, plan.id)).code,
        'balance_exhausted',
      );
      const reservation = await reserveCredits(
        bench,
        chargeRequestOf(accountId, plan.creditsPerMonth + 1_000, { plan: plan.id }),
      );
      assert.equal(reservation.walletMicros, micros);
      await releaseCharge(bench, reservation);
      await spend(accountId, plan.creditsPerMonth + 999, plan.id);
      assert.equal((await currentWallet(bench, accountId)).wallet_micros, plan.overageMicrosPerCredit);
    });
  }

  test('the spend cap lets the last microdollar through and not one more', async () => {
    const accountId = await signUp(bench);
    await topUp(bench, { accountId, micros: 1_000_000, note: 'test' });
    await setCap(accountId, 2);
    await spend(accountId, 12_000 + 499);
    assert.equal((await refusal(accountId, 2)).code, 'spend_cap_reached');
    await spend(accountId, 1);
    const error = await refusal(accountId, 1);
    assert.match(error.public, /\$0\.02 of \$0\.02 are spent/);
  });

  test('the spend cap counts running work until it is released', async () => {
    const accountId = await signUp(bench);
    await topUp(bench, { accountId, micros: 1_000_000, note: 'test' });
    await setCap(accountId, 2);
    await spend(accountId, 12_000);
    const running = await reserveCredits(bench, chargeRequestOf(accountId, 500));
    assert.equal((await refusal(accountId, 1)).code, 'spend_cap_reached');
    await releaseCharge(bench, running);
    await spend(accountId, 500);
  });

  test('a cap of zero stops prepaid spending but not the plan credits', async () => {
    const accountId = await signUp(bench);
    await topUp(bench, { accountId, micros: 1_000_000, note: 'test' });
    await setCap(accountId, 0);
    await spend(accountId, 12_000);
    assert.equal((await refusal(accountId, 1)).code, 'spend_cap_reached');
  });

  test('a cap lowered below what is already spent does not stop the plan credits of the next cycle', async () => {
    const accountId = await signUp(bench);
    await topUp(bench, { accountId, micros: 1_000_000, note: 'test' });
    await spend(accountId, 12_500);
    await setCap(accountId, 1);
    assert.equal((await refusal(accountId, 1)).code, 'spend_cap_reached');
    bench.clock.advanceMs(31 * 86_400_000);
    await spend(accountId, 12_000 + 250);
    assert.equal((await refusal(accountId, 1)).code, 'spend_cap_reached');
  });

  test('an empty routing balance is routing_credits_exhausted, with the figures', async () => {
    const accountId = await signUp(bench);
    await takeRoutingCredits(bench, { accountId, amount: 48 });
    const taking = takeRoutingCredits(bench, { accountId, amount: 3 });
    await assert.rejects(taking, { code: 'routing_credits_exhausted', public: /needs 3, 2 remain/ });
    const request = chargeRequestOf(accountId, 10, { routingCredits: 3 });
    await assert.rejects(reserveCredits(bench, request), { code: 'routing_credits_exhausted' });
    assert.equal((await currentWallet(bench, accountId)).pool_credits, 12_000);
  });

  test('a negative, fractional or oversized amount is never reserved', async () => {
    const accountId = await signUp(bench);
    for (const credits of [-1, 0.5, Number.NaN, 2 ** 53]) {
      await assert.rejects(reserveCredits(bench, chargeRequestOf(accountId, credits)), RangeError);
    }
  });
});
