import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import type { Mail } from '../../platform/mail/index.ts';
import { currentWallet, reserveCredits, settleCharge, topUp } from '../ledger/index.ts';
import { chargeRequestOf } from '../ledger/testing/bench.ts';
import { type CardApi, ProviderFailed } from '../providers/index.ts';
import { type AutoTopUpDeps, closeCheckout, findCheckout, runAutoTopUps, tellDeclined } from './index.ts';
import { type CheckoutBench, openCheckoutBench } from './testing/checkout-bench.ts';

const MINUTE_MS = 60_000;

describe('automatic top-ups', () => {
  let bench: CheckoutBench;
  let declines: { accountId: string; cents: number; reason: string }[];
  before(async () => {
    bench = await openCheckoutBench();
  });
  beforeEach(() => {
    declines = [];
  });
  after(() => bench.close());

  const deps = (more: Partial<AutoTopUpDeps> = {}): AutoTopUpDeps => ({
    ...bench.deps,
    announceDecline: async (_tx, { accountId, cents, reason }) => {
      declines.push({ accountId, cents, reason });
    },
    ...more,
  });
  const without = (production: boolean) => deps({ providers: {}, production });
  const wallet = (accountId: string) => currentWallet(bench, accountId);

  async function rowOf(accountId: string) {
    const { rows } = await sql<{ status: string; checkout_id: string | null }>`
      SELECT status, checkout_id FROM auto_top_ups WHERE account_id = ${accountId} ORDER BY id DESC`.execute(
      bench.db,
    );
    return rows[0];
  }

  async function lowOnCredit(options: { customer?: string; cap?: number } = {}): Promise<string> {
    const accountId = await bench.caller();
    await topUp(bench, { accountId, micros: 1_000_000, note: 'test' });
    const all = await reserveCredits(bench, chargeRequestOf(accountId, 12_000));
    await settleCharge(bench, { ...all, credits: 12_000 });
    await sql`UPDATE wallets SET auto_top_up_enabled = true, auto_top_up_monthly_cap_cents = ${options.cap ?? null}
      WHERE account_id = ${accountId}`.execute(bench.db);
    if (options.customer) {
      await bench.saveCustomer(accountId, options.customer);
      bench.stripe.saveCard(options.customer);
    }
    return accountId;
  }

  async function spendOne(accountId: string): Promise<void> {
    const reservation = await reserveCredits(bench, chargeRequestOf(accountId, 1));
    await settleCharge(bench, { ...reservation, credits: 1 });
  }

  const intentsOf = (customer: string) =>
    [...bench.stripe.intents.values()].filter((intent) => intent.customer === customer);

  test('charges that leave the wallet low trigger one top-up, which is a demo credit without a provider', async () => {
    const accountId = await lowOnCredit();
    await Promise.all(Array.from({ length: 5 }, () => spendOne(accountId)));
    const served = await Promise.all([runAutoTopUps(without(false)), runAutoTopUps(without(false))]);
    assert.equal(served[0] + served[1], 1);
    assert.equal((await wallet(accountId)).wallet_micros, 1_000_000 - 5 * 40 + 20_000_000);
  });

  test('in production without a provider an automatic top-up adds nothing and is not triggered again at once', async () => {
    const accountId = await lowOnCredit();
    await spendOne(accountId);
    assert.equal(await runAutoTopUps(without(true)), 1);
    await spendOne(accountId);
    assert.equal(await runAutoTopUps(without(true)), 0);
    assert.equal((await wallet(accountId)).wallet_micros, 1_000_000 - 2 * 40);
  });

  test('charges the saved card once, on however many nodes, and stays open until the payment is credited', async () => {
    const accountId = await lowOnCredit({ customer: 'cus_one' });
    await spendOne(accountId);
    await Promise.all([runAutoTopUps(deps()), runAutoTopUps(deps())]);
    const [intent] = intentsOf('cus_one');
    assert.ok(intent);
    assert.deepEqual([intentsOf('cus_one').length, intent.amount], [1, 2_000]);
    const { reference = '' } = intent.metadata;
    const checkout = await findCheckout(bench.db, { provider: 'stripe', reference });
    assert.deepEqual([checkout?.accountId, checkout?.cents], [accountId, 2_000]);
    assert.equal(
      (await wallet(accountId)).wallet_micros,
      1_000_000 - 40,
      'the event of the payment credits it',
    );

    await spendOne(accountId);
    bench.clock.advanceMs(2 * 60 * MINUTE_MS);
    await runAutoTopUps(deps());
    assert.equal(intentsOf('cus_one').length, 1, 'nothing more while the first is open');

    const { clock } = bench;
    await bench.db.transaction().execute((tx) => closeCheckout({ tx, clock }, checkout?.id ?? '', 'paid'));
    assert.equal((await rowOf(accountId))?.status, 'added');
    await spendOne(accountId);
    await runAutoTopUps(deps());
    assert.equal(intentsOf('cus_one').length, 2, 'the next one has a key of its own');
  });

  test('a crash after the charge charges nothing twice, even when the idempotency key is forgotten', async () => {
    const accountId = await lowOnCredit({ customer: 'cus_crash' });
    await spendOne(accountId);
    const { stripe } = bench.deps.providers;
    assert.ok(stripe);
    const lost: CardApi = {
      ...stripe,
      async chargeSaved(charge, signal) {
        await stripe.chargeSaved(charge, signal);
        throw new ProviderFailed('stripe', new Error('the reply was lost'));
      },
    };
    await runAutoTopUps(deps({ providers: { stripe: lost } }));
    assert.equal((await rowOf(accountId))?.status, 'pending');
    const forgetful: CardApi = {
      ...stripe,
      chargeSaved: (charge, signal) =>
        stripe.chargeSaved({ ...charge, idempotencyKey: `${charge.idempotencyKey}-forgotten` }, signal),
    };
    assert.equal(await runAutoTopUps(deps({ providers: { stripe: forgetful } })), 0, 'not at once');
    bench.clock.advanceMs(2 * MINUTE_MS);
    await runAutoTopUps(deps({ providers: { stripe: forgetful } }));
    assert.equal((await rowOf(accountId))?.status, 'charged');
    assert.equal(intentsOf('cus_crash').length, 1);
  });

  test('a provider that fails is tried again later', async () => {
    const accountId = await lowOnCredit({ customer: 'cus_later' });
    await spendOne(accountId);
    bench.stripe.misbehave('error', 'error');
    await runAutoTopUps(deps());
    assert.deepEqual([(await rowOf(accountId))?.status, intentsOf('cus_later').length], ['pending', 0]);
    bench.clock.advanceMs(2 * MINUTE_MS);
    await runAutoTopUps(deps());
    assert.deepEqual([(await rowOf(accountId))?.status, intentsOf('cus_later').length], ['charged', 1]);
    assert.deepEqual(declines, []);
  });

  test('a declined card turns it off, and the account is told once by webhook and mail', async () => {
    const accountId = await lowOnCredit({ customer: 'cus_declined' });
    bench.stripe.setDeclined('cus_declined', true);
    await spendOne(accountId);
    await runAutoTopUps(deps());
    assert.deepEqual(declines, [{ accountId, cents: 2_000, reason: 'insufficient_funds' }]);
    assert.equal((await wallet(accountId)).auto_top_up_enabled, false);
    const mails: Mail[] = [];
    const mailer = {
      post: (compose: () => Promise<Mail | null>) => {
        void compose().then((mail) => mail && mails.push(mail));
      },
      idle: async () => undefined,
      close: async () => undefined,
    };
    await Promise.all([tellDeclined({ ...bench, mailer }), tellDeclined({ ...bench, mailer })]);
    assert.equal(mails.length, 1);
    assert.equal(mails[0]?.to, `${accountId}@example.test`);
    assert.match(mails[0]?.text ?? '', /20\.00 USD.*insufficient_funds/s);
    await spendOne(accountId);
    bench.clock.advanceMs(2 * 60 * MINUTE_MS);
    await runAutoTopUps(deps());
    assert.equal(intentsOf('cus_declined').length, 1, 'the card is left alone');
  });

  test('without a saved card it is turned off too', async () => {
    const accountId = await lowOnCredit();
    await spendOne(accountId);
    await runAutoTopUps(deps());
    assert.deepEqual(declines, [{ accountId, cents: 2_000, reason: 'no_saved_card' }]);
    assert.equal((await wallet(accountId)).auto_top_up_enabled, false);
  });

  test('the monthly cap counts what was charged, and a new month starts anew', async () => {
    const accountId = await lowOnCredit({ customer: 'cus_cap', cap: 3_000 });
    const serve = async () => {
      await spendOne(accountId);
      await runAutoTopUps(deps());
      const row = await rowOf(accountId);
      const { clock } = bench;
      const id = row?.checkout_id ?? '';
      await bench.db.transaction().execute((tx) => closeCheckout({ tx, clock }, id, 'paid'));
    };
    await serve();
    await serve();
    assert.equal(intentsOf('cus_cap').length, 1);
    const { cycle_ends_at: end } = await wallet(accountId);
    bench.clock.advanceMs(end.getTime() - bench.clock.now().getTime());
    const all = await reserveCredits(bench, chargeRequestOf(accountId, 12_000));
    await settleCharge(bench, { ...all, credits: 12_000 });
    await serve();
    assert.equal(intentsOf('cus_cap').length, 2);
  });
});
