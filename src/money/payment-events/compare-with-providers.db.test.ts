import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseConfig } from '../../platform/config/index.ts';
import { sql } from '../../platform/database/index.ts';
import { openProviders } from '../providers/index.ts';
import { fakePaystack } from '../providers/paystack/testing.ts';
import { type FakeStripe, openFakeStripe } from '../providers/stripe/testing/fake-stripe.ts';
import { type FakeServer, openFakeServer } from '../providers/testing/fake-server.ts';
import { compareWithProviders } from './index.ts';
import { openPaymentBench, type PaymentBench } from './testing/bench.ts';
import { fromPaystack, SETTINGS } from './testing/deliveries.ts';

const DAY_MS = 86_400_000;
const rail = fakePaystack({ secretKey: SETTINGS.PROVB_SECRET_KEY });
let paystack: FakeServer;
let stripe: FakeStripe;
let bench: PaymentBench;
let email: string;
before(async () => {
  paystack = await openFakeServer(rail.answer);
  stripe = await openFakeStripe({ secretKey: 'sk', webhookSecret: 'whsec' });
  const { payments } = parseConfig({
    ...SETTINGS,
    PROVB_API_URL: paystack.url,
    CARDPAY_SECRET_KEY: 'sk',
    CARDPAY_API_URL: stripe.url,
  });
  const providers = openProviders(payments, { publicUrl: 'https://voice.example.com', timeoutMs: 600_000 });
  bench = await openPaymentBench({ production: true, providers });
  ({ email } = await bench.customer());
});
after(async () => {
  await bench.close();
  await paystack.close();
  await stripe.close();
});

const compare = async (days = 7) => {
  const since = new Date(bench.clock.now().getTime() - days * DAY_MS);
  const found = await compareWithProviders(bench.deps, since);
  return found.map(({ provider, what, remedy }) => `${provider}: ${what}; ${remedy}`);
};

/** A payment of the customer at Paystack. */
function pay(reference: string, more: { amount?: number; currency?: string; status?: string } = {}) {
  const at = bench.clock.now().toISOString();
  const payment = { amount: 1_000, currency: 'USD', status: 'success', ...more };
  rail.payments.set(reference, { reference, email, metadata: null, at, ...payment });
}

const deliver = (reference: string, { amount = 1_000, currency = 'USD' } = {}) =>
  bench.send(
    fromPaystack({ event: 'charge.success', data: { reference, amount, currency, customer: { email } } }),
  );

test('payments that both sides know, pending ones and invoices of subscriptions are no difference', async () => {
  pay('old');
  bench.clock.advanceMs(8 * DAY_MS);
  pay('both');
  pay('pending', { status: 'ongoing' });
  // Started before the week, paid in it.
  for (const reference of ['old', 'both']) await deliver(reference);
  stripe.setClock(bench.clock.now());
  stripe.saveCard('cus_1');
  const { id } = stripe.charge({ customer: 'cus_1', amount: '700', metadata: {} });
  await bench.card('payment_intent.succeeded', {
    id,
    amount_received: 700,
    currency: 'usd',
    receipt_email: email,
  });
  bench.clock.advanceMs(DAY_MS);
  assert.deepEqual(await compare(), []);
  pay('on its way');
  assert.deepEqual(await compare(), []);
  rail.payments.delete('on its way');
});

test('each difference is named, with what to do about it', async () => {
  pay('lost');
  pay('cedi', { currency: 'GHS' });
  await deliver('cedi', { currency: 'GHS' });
  pay('dearer', { amount: 2_000 });
  await deliver('dearer');
  await deliver('invented');
  pay('reversed', { status: 'reversed' });
  await deliver('reversed');
  const { id } = stripe.charge({ customer: 'cus_1', amount: '900', metadata: {} });
  bench.clock.advanceMs(DAY_MS);
  const found = (await compare()).map((line) =>
    line.replace(/[0-9a-f-]{36}/g, '<id>').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, '<time>'),
  );
  const lookUp =
    'look it up at the provider; take back what was not paid with POST /api/admin/users/{id}/credits';
  const resend = "resend its event from the provider's dashboard";
  assert.deepEqual(found.toSorted(), [
    'paystack: cedi (GHS 10.00, <time>) is paid there and held here (no rate for GHS); release it with POST /api/admin/payment-events/<id>/release',
    `paystack: dearer is USD 10.00 here (account <id>) and USD 20.00 there; ${lookUp}`,
    `paystack: invented is credited here (account <id>) and unknown there; ${lookUp}`,
    `paystack: lost (USD 10.00, <time>) is paid there and not credited here; ${resend}`,
    `paystack: reversed is credited here (account <id>) and failed there; ${lookUp}`,
    `stripe: ${id} (USD 9.00, <time>) is paid there and not credited here; ${resend}`,
  ]);
  await sql`UPDATE payments SET taken_micros = micros WHERE id = 'reversed'`.execute(bench.db);
  assert.ok(!(await compare()).some((line) => line.includes('reversed')), 'it was taken back');
  assert.deepEqual(await compare(0.5), [], 'all of it is older');
});

test('a provider that does not answer is named, and the others are compared', async () => {
  paystack.misbehave('error');
  const [first, ...others] = await compare();
  assert.match(String(first), /^paystack: could not be compared: .*status 500; try again when it answers$/);
  assert.deepEqual(
    others.map((line) => line.split(':')[0]),
    ['stripe'],
  );
});
