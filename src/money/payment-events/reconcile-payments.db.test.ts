import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import type { CardApi, FoundPayment, ProviderApi, ProviderEvent } from '../providers/index.ts';
import { reconcilePayments } from './index.ts';
import { openPaymentBench } from './testing/bench.ts';
import { cardEvent, fromPaystack, fromStripe } from './testing/deliveries.ts';

test('what a webhook that was down never got is made up for, once', async () => {
  const events: ProviderEvent[] = [];
  const charges: FoundPayment[] = [];
  const stripe = {
    listEvents: async function* () {
      yield* events;
    },
  } as unknown as CardApi;
  const paystack = {
    listPayments: async function* () {
      yield* charges;
      throw new Error('the second page failed');
    },
  } as unknown as ProviderApi;
  const bench = await openPaymentBench({ providers: { stripe, paystack } });
  const { id, email } = await bench.customer();
  const created = bench.clock.now().getTime() / 1_000;
  const intent = (cents: number) => ({ id: `pi_${cents}`, amount_received: cents, receipt_email: email });
  const delivered = cardEvent('payment_intent.succeeded', intent(100), { created });
  const lost = cardEvent('payment_intent.succeeded', intent(200), { created });
  const other = cardEvent('customer.created', {}, { created });
  events.push(...([other, delivered, lost] as ProviderEvent[]));
  const charge = { email, currency: 'USD', plan: null, at: bench.clock.now(), id: '1' };
  for (const status of ['paid', 'pending', 'failed'] as const)
    charges.push({ ...charge, status, reference: `ref_${status}`, amountMinor: 1_000 });
  charges.push({ ...charge, status: 'paid', reference: 'ref_delivered', amountMinor: 4_000 });
  await bench.send(fromStripe(delivered, bench.clock.now()));
  const data = { reference: 'ref_delivered', amount: 4_000, currency: 'USD', customer: { email } };
  await bench.send(fromPaystack({ event: 'charge.success', data }));

  const never = new AbortController().signal;
  assert.equal(await reconcilePayments(bench.deps, never), 2);
  assert.equal(await bench.cents(id), 100 + 200 + 4_000 + 1_000);
  assert.equal(await reconcilePayments(bench.deps, never), 0);
  assert.equal((await bench.send(fromStripe(lost, bench.clock.now()))).body.duplicate, true);
  assert.deepEqual(await bench.differences(), []);
  await bench.close();
});

test('verifyPayments finds a credit without a delivery, and a delivery without its credit', async () => {
  const bench = await openPaymentBench();
  const { id, email } = await bench.customer();
  await bench.card('payment_intent.succeeded', { id: 'pi_v', amount_received: 100, receipt_email: email });
  assert.deepEqual(await bench.differences(), []);
  await sql`UPDATE payment_events SET status = 'ignored'`.execute(bench.db);
  await sql`UPDATE payments SET micros = micros + 1`.execute(bench.db);
  await sql`INSERT INTO payment_events (id, provider, dedupe_key, type, body_signed, status, account_id, payment_id,
    due_at, received_at, acted_at) VALUES (gen_random_uuid(), 'stripe', 'x', 'x', true, 'acted', ${id}, 'pi_lost',
    now(), now(), now())`.execute(bench.db);
  const found = (await bench.differences()) as { accountId: string; what: string }[];
  assert.deepEqual(
    found.map(({ what }) => what.replace(/event [0-9a-f-]{36}/, 'event')),
    ['credit of event', 'event of payment:stripe:pi_v', 'payment:stripe:pi_v'],
  );
  await bench.close();
});
