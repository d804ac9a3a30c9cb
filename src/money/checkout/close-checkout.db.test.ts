import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { findAccount } from '../../tenancy/accounts/index.ts';
import { changePlan } from '../ledger/index.ts';
import { type Bench, openBench, signUp } from '../ledger/testing/bench.ts';
import { closeCheckout } from './close-checkout.ts';
import { newCheckout, type Order } from './open-checkout.ts';
import { applyDuePlanChanges } from './plan-changes.ts';
import { findCheckout, insertCheckout, takeUnpaid } from './queries/checkouts.ts';
import { selectPlanChange } from './queries/plan-changes.ts';
import { sweepCheckouts } from './sweep-checkouts.ts';

const DAY_MS = 86_400_000;
const TOP_UP: Order = {
  provider: 'stripe',
  purpose: 'top_up',
  plan: null,
  cents: 2_000,
  amountMinor: 2_000,
  currency: 'USD',
};
const PLAN: Order = { ...TOP_UP, provider: 'paystack', purpose: 'plan', plan: 'creator' };

describe('closing a checkout', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench('2026-01-31T08:00:00Z');
  });
  after(() => bench.close());

  async function open(accountId: string, order = TOP_UP) {
    const checkout = newCheckout(bench.clock, accountId, order);
    await insertCheckout(bench.db, checkout);
    return checkout;
  }
  const close = (id: string, status: 'paid' | 'failed' | 'expired') =>
    bench.db.transaction().execute((tx) => closeCheckout({ tx, clock: bench.clock }, id, status));
  const paidUntil = async (accountId: string) =>
    (await selectPlanChange(bench.db, accountId))?.effectiveAt.toISOString();

  test('is paid once, whoever says so first', async () => {
    const { id } = await open(await signUp(bench));
    const closed = await Promise.all(Array.from({ length: 5 }, () => close(id, 'paid')));
    assert.equal(closed.filter(Boolean).length, 1);
    assert.equal(await close(id, 'failed'), false);
  });

  test('money that comes late still closes what failed or expired', async () => {
    const { id, reference } = await open(await signUp(bench));
    assert.equal(await close(id, 'failed'), true);
    assert.equal(await close(id, 'expired'), false);
    assert.equal(await close(id, 'paid'), true);
    assert.equal((await findCheckout(bench.db, { provider: 'stripe', reference }))?.status, 'paid');
  });

  test('a plan bought through a rail lasts a month per payment, then the account is free', async () => {
    const accountId = await signUp(bench);
    const buy = async () => {
      const { id } = await open(accountId, PLAN);
      await bench.db.transaction().execute(async (tx) => {
        await closeCheckout({ tx, clock: bench.clock }, id, 'paid');
        await changePlan({ tx, clock: bench.clock }, { accountId, plan: 'creator' });
      });
    };
    await buy();
    assert.equal(await paidUntil(accountId), '2026-02-28T08:00:00.000Z');
    await buy();
    assert.equal(await paidUntil(accountId), '2026-03-28T08:00:00.000Z');
    bench.clock.advanceMs(56 * DAY_MS - 1);
    await applyDuePlanChanges(bench);
    assert.equal((await findAccount(bench.db, accountId))?.plan, 'creator');
    bench.clock.advanceMs(1);
    await applyDuePlanChanges(bench);
    assert.equal((await findAccount(bench.db, accountId))?.plan, 'free');
  });

  test('a subscription renews itself, so that nothing ends the plan', async () => {
    const accountId = await signUp(bench);
    await close((await open(accountId, PLAN)).id, 'paid');
    await close((await open(accountId, { ...PLAN, provider: 'stripe' })).id, 'paid');
    assert.equal(await paidUntil(accountId), undefined);
  });

  test('the provider is asked about an unpaid order more rarely the older it is', async () => {
    const { reference, id } = await open(await signUp(bench), { ...TOP_UP, provider: 'ebanx' });
    const asked = async (minutes: number) => {
      bench.clock.advanceMs(minutes * 60_000);
      const taken = await takeUnpaid(bench.db, { providers: ['ebanx'], now: bench.clock.now(), limit: 10 });
      return taken.map((checkout) => checkout.reference);
    };
    assert.deepEqual([await asked(0), await asked(1), await asked(0)], [[], [reference], []]);
    assert.deepEqual(
      [await asked(1), await asked(98), await asked(9), await asked(3)].map(({ length }) => length),
      [1, 1, 0, 1],
    );
    await close(id, 'paid');
    assert.deepEqual(await asked(1_000), []);
  });

  test('unpaid checkouts expire after a week', async () => {
    const accountId = await signUp(bench);
    const { reference } = await open(accountId);
    const status = async () => (await findCheckout(bench.db, { provider: 'stripe', reference }))?.status;
    bench.clock.advanceMs(7 * DAY_MS - 1);
    await sweepCheckouts(bench);
    assert.equal(await status(), 'opening');
    bench.clock.advanceMs(2);
    await sweepCheckouts(bench);
    assert.equal(await status(), 'expired');
  });
});
