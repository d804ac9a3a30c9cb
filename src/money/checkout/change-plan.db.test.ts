import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { findAccount, setAccountPlan } from '../../tenancy/accounts/index.ts';
import { currentWallet } from '../ledger/index.ts';
import { saveSubscription } from '../subscriptions/index.ts';
import { applyDuePlanChanges, checkoutData, describeScheduledPlan } from './index.ts';
import { type CheckoutBench, openCheckoutBench } from './testing/checkout-bench.ts';

const CHECKOUT = '/api/billing/checkout';

describe('changing and cancelling a plan', () => {
  let bench: CheckoutBench;
  before(async () => {
    const settings = () => ({ PROVB_SECRET_KEY: 'sk_b', PROVB_API_URL: 'http://127.0.0.1:9' });
    bench = await openCheckoutBench({ settings });
  });
  after(() => bench.close());

  const buy = (accountId: string, plan: string, more: object = {}) =>
    bench.call(accountId, 'POST', CHECKOUT, { plan, ...more });
  const scheduled = (accountId: string) => describeScheduledPlan(bench, accountId);

  test('a dearer plan is charged at once on the same subscription', async () => {
    const accountId = await bench.caller();
    const { id } = await bench.subscribe(accountId, 'starter');
    const paid = bench.stripe.intents.size;
    const { status, body } = await buy(accountId, 'developer');
    const effective_at = bench.clock.now().toISOString();
    assert.deepEqual(
      [status, body],
      [200, { provider: 'stripe', plan: 'developer', session_id: id, effective_at }],
    );
    assert.equal(bench.stripe.intents.size, paid + 1);
    assert.equal(bench.stripe.subscriptions.get(id)?.metadata.plan, 'developer');
    assert.equal(await scheduled(accountId), null);
  });

  test('a dearer plan that the card cannot pay is 402 and changes nothing', async () => {
    const accountId = await bench.caller();
    const { id, customer } = await bench.subscribe(accountId, 'starter');
    bench.stripe.setDeclined(customer, true);
    const { status, body } = await buy(accountId, 'developer');
    assert.deepEqual([status, body.code], [402, 'card_declined']);
    assert.equal(bench.stripe.subscriptions.get(id)?.metadata.plan, 'starter');
  });

  test('a cheaper plan waits for the end of the period, and is shown until then', async () => {
    const accountId = await bench.caller();
    const { id } = await bench.subscribe(accountId, 'developer');
    const { body } = await buy(accountId, 'starter');
    assert.deepEqual([body.plan, body.session_id], ['starter', id]);
    assert.deepEqual(await scheduled(accountId), { plan: 'starter', effective_at: body.effective_at });
    assert.equal(bench.stripe.subscriptions.get(id)?.metadata.plan, 'developer');
    bench.stripe.endPeriod(id);
    assert.equal(bench.stripe.subscriptions.get(id)?.metadata.plan, 'starter');
    bench.stripe.setClock(bench.clock.now());
  });

  test('free cancels at the end of the period; another plan takes it back', async () => {
    const accountId = await bench.caller();
    const { id } = await bench.subscribe(accountId, 'creator');
    const { status, body } = await buy(accountId, 'free');
    assert.deepEqual([status, body.provider, body.plan], [200, 'stripe', 'free']);
    assert.deepEqual(await scheduled(accountId), { plan: 'free', effective_at: body.effective_at });
    assert.equal(bench.stripe.subscriptions.get(id)?.cancel_at_period_end, true);
    await buy(accountId, 'creator');
    assert.equal(bench.stripe.subscriptions.get(id)?.cancel_at_period_end, false);
    assert.equal(await scheduled(accountId), null);
  });

  test('with a failed payment the answer is the portal, where another card can be given', async () => {
    const accountId = await bench.caller();
    const { id, customer } = await bench.subscribe(accountId, 'creator');
    await bench.db.transaction().execute((tx) =>
      saveSubscription(tx, {
        provider: 'stripe',
        id,
        accountId,
        customerId: customer,
        status: 'past_due',
        plan: 'creator',
        currentPeriodEnd: null,
        cancelAtPeriodEnd: false,
        now: bench.clock.now(),
      }),
    );
    const { status, body } = await buy(accountId, 'developer');
    assert.deepEqual([status, body.url], [200, 'https://portal.example.com/']);
  });

  test('a plan cannot be paid twice: another provider is 409 while a card pays', async () => {
    const accountId = await bench.caller();
    await bench.subscribe(accountId, 'starter');
    const { status, body } = await buy(accountId, 'creator', { provider: 'paystack' });
    assert.deepEqual([status, body.code], [409, 'already_subscribed']);
  });

  test('without a subscription a cancelled plan ends with the cycle, once', async () => {
    const accountId = await bench.caller();
    await bench.db.transaction().execute((tx) => setAccountPlan(tx, accountId, 'creator'));
    const { cycle_ends_at: end } = await currentWallet(bench, accountId);
    const { body } = await buy(accountId, 'free');
    assert.deepEqual(body, { provider: 'none', plan: 'free', effective_at: end.toISOString() });
    assert.deepEqual(await scheduled(accountId), { plan: 'free', effective_at: end.toISOString() });
    await applyDuePlanChanges(bench);
    assert.equal((await findAccount(bench.db, accountId))?.plan, 'creator');
    bench.clock.advanceMs(end.getTime() - bench.clock.now().getTime());
    await Promise.all([applyDuePlanChanges(bench), applyDuePlanChanges(bench)]);
    assert.equal((await findAccount(bench.db, accountId))?.plan, 'free');
    assert.equal(await scheduled(accountId), null);
  });

  test('deleting an account ends its subscription; while the provider fails, erasing does too', async () => {
    const accountId = await bench.caller();
    const { id } = await bench.subscribe(accountId, 'creator');
    const data = checkoutData(bench.deps);
    bench.stripe.misbehave('error', 'error');
    await assert.rejects(data.erase(accountId), { code: 'provider_failed' });
    await data.erase(accountId);
    assert.equal(bench.stripe.subscriptions.get(id)?.cancel_at_period_end, true);
  });

  test('a free account that cancels is told that it is free', async () => {
    const accountId = await bench.caller();
    const { status, body } = await buy(accountId, 'free');
    assert.deepEqual([status, body.plan], [200, 'free']);
    assert.equal(await scheduled(accountId), null);
  });
});
