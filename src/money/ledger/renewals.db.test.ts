import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SYSTEM } from '../../tenancy/audit-log/index.ts';
import { changePlan, currentWallet, renewDueCycles, reserveCredits, verifyLedger } from './index.ts';
import { type Bench, chargeRequestOf, openBench, signUp } from './testing/bench.ts';

const DAY_MS = 86_400_000;

describe('monthly renewal', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench('2027-12-31T09:00:00Z');
  });
  after(async () => {
    assert.deepEqual(await verifyLedger(bench.db), []);
    await bench.close();
  });

  test('a sign-up on the 31st renews on the last day of every month, leap day included, with the whole grant', async () => {
    const accountId = await signUp(bench);
    const renewals: string[] = [];
    for (let day = 0; day < 430; day += 1) {
      await reserveCredits(bench, chargeRequestOf(accountId, 1));
      const { cycle } = await currentWallet(bench, accountId);
      bench.clock.advanceMs(DAY_MS);
      await renewDueCycles(bench);
      const wallet = await currentWallet(bench, accountId);
      if (wallet.cycle === cycle) continue;
      renewals.push(bench.clock.now().toISOString().slice(0, 10));
      assert.equal(wallet.pool_credits, 12_000);
    }
    assert.deepEqual(renewals, [
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
      '2028-05-31',
      '2028-06-30',
      '2028-07-31',
      '2028-08-31',
      '2028-09-30',
      '2028-10-31',
      '2028-11-30',
      '2028-12-31',
      '2029-01-31',
      '2029-02-28',
    ]);
  });

  test('a suspended account renews with its reduced quota, and with the whole one when it pays again', async () => {
    const accountId = await signUp(bench, 'creator');
    const become = (plan: 'suspended' | 'creator') =>
      bench.db
        .transaction()
        .execute((tx) => changePlan({ tx, clock: bench.clock }, { accountId, plan, by: SYSTEM }));
    const credits = async () => (await currentWallet(bench, accountId)).pool_credits;
    await become('suspended');
    assert.equal(await credits(), 1_200);
    bench.clock.advanceMs(32 * DAY_MS);
    await renewDueCycles(bench);
    assert.equal(await credits(), 1_200);
    await become('creator');
    assert.equal(await credits(), 145_000);
  });
});
