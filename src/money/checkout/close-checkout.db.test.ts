import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { findAccount } from '../../tenancy/accounts/index.ts';
import { SYSTEM } from '../../tenancy/audit-log/index.ts';
import { changePlan } from '../ledger/index.ts';
import { type Bench, openBench, signUp } from '../ledger/testing/bench.ts';
import { nextAskAt } from './ask-times.ts';
import { closeCheckout } from './close-checkout.ts';
import { newCheckout, type Order } from './open-checkout.ts';
import { applyDuePlanChanges } from './plan-changes.ts';
import { askSoon, findCheckout, insertCheckout, setAskAt, takeUnpaid } from './queries/checkouts.ts';
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
        await changePlan({ tx, clock: bench.clock }, { accountId, plan: 'creator', by: SYSTEM });
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
    const { id } = await open(accountId, { ...PLAN, provider: 'stripe' });
    await bench.db
      .transaction()
      .execute((tx) => closeCheckout({ tx, clock: bench.clock }, id, 'paid', { renews: true }));
    assert.equal(await paidUntil(accountId), undefined);
  });

  test('the provider is asked about an unpaid order more rarely the older it is, and once more at its end', async () => {
    const order = await open(await signUp(bench), { ...TOP_UP, provider: 'ebanx' });
    const minutes = (at: Date | null) => at && (at.getTime() - order.createdAt.getTime()) / 60_000;
    const next = (after: number) =>
      minutes(nextAskAt(order, new Date(order.createdAt.getTime() + after * 60_000)));
    const week = 7 * 24 * 60;
    assert.deepEqual([next(1), next(60), next(week - 100), next(week)], [1.25, 66, week, null]);
    const take = async (ms: number, limit = 10) => {
      bench.clock.advanceMs(ms);
      const filter = { provider: 'ebanx', now: bench.clock.now(), leaseMs: 120_000, limit } as const;
      return (await takeUnpaid(bench.db, filter)).map(({ reference }) => reference);
    };
    assert.deepEqual([await take(59_999), await take(1), await take(0)], [[], [order.reference], []]);
    await setAskAt(bench.db, order.id, new Date(bench.clock.now().getTime() + 86_400_000));
    assert.deepEqual(await take(5_000), []);
    for (const again of [1, 2])
      await askSoon(bench.db, order.reference, new Date(bench.clock.now().getTime() + again));
    assert.deepEqual([await take(4_999), await take(1)], [[], [order.reference]], 'not within ten seconds');
    await close(order.id, 'paid');
    assert.deepEqual(await take(86_400_000), []);
    assert.equal(nextAskAt({ ...order, provider: 'stripe' }, bench.clock.now()), null);
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

  test('where the provider is asked, unpaid checkouts wait for its last answer, but not for ever', async () => {
    const { reference } = await open(await signUp(bench), { ...TOP_UP, provider: 'dlocal' });
    const status = async () => (await findCheckout(bench.db, { provider: 'dlocal', reference }))?.status;
    bench.clock.advanceMs(30 * DAY_MS);
    await sweepCheckouts(bench);
    assert.equal(await status(), 'opening');
    bench.clock.advanceMs(1);
    await sweepCheckouts(bench);
    assert.equal(await status(), 'expired');
  });
});
