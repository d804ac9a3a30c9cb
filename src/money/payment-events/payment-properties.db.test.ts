import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { openPaymentBench, type PaymentBench } from './testing/bench.ts';
import { cardEvent, fromStripe } from './testing/deliveries.ts';
import { centsOfPayment, PaymentModel, type Step } from './testing/model.ts';

const at = fc.integer({ min: 0, max: 40 });
const plan = fc.constantFrom('starter', 'creator', 'developer');
const status = fc.constantFrom('active', 'active', 'canceled', 'unpaid', 'past_due', 'incomplete');
// A payment has refunds or a dispute: of both together the first wins, and the model does not know the order.
const refunded = fc.constantFrom(0, 1);
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('session' as const), plan, at }),
  fc.record({ kind: fc.constant('updated' as const), status, plan, at }),
  fc.record({
    kind: fc.constantFrom('deleted' as const, 'invoice_paid' as const, 'invoice_failed' as const),
    at,
  }),
  fc.record({ kind: fc.constant('payment' as const), payment: fc.constantFrom(0, 1, 2) }),
  fc.record({
    kind: fc.constant('refund' as const),
    payment: refunded,
    total: fc.integer({ min: 1, max: 2_500 }),
  }),
  fc.record({
    kind: fc.constant('dispute' as const),
    payment: fc.constant(2),
    stage: fc.constantFrom('open' as const, 'won' as const, 'lost' as const),
  }),
);

/** Some events, and their deliveries: in any order, some often, some never. A dispute ends in one way only. */
const histories = fc
  .tuple(fc.array(steps, { minLength: 1, maxLength: 14 }), fc.constantFrom('won' as const, 'lost' as const))
  .map(([events, end]) =>
    events.map((step) => (step.kind === 'dispute' && step.stage !== 'open' ? { ...step, stage: end } : step)),
  )
  .chain((events) =>
    fc.record({
      events: fc.constant(events),
      deliveries: fc.array(fc.nat({ max: events.length - 1 }), { minLength: 1, maxLength: 24 }),
    }),
  );

let bench: PaymentBench;
describe('payments against a model', () => {
  before(async () => {
    bench = await openPaymentBench();
  });
  after(() => bench.close());

  let runs = 0;

  test('plan and wallet follow the model, whatever is delivered, however often and in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async ({ events, deliveries }) => {
        runs += 1;
        const account = await bench.customer();
        const model = new PaymentModel();
        const bodies = events.map((step) => eventOf(step, account, `r${runs}`));
        for (const index of deliveries) {
          const step = events[index];
          const body = bodies[index];
          if (!step || !body) continue;
          const reply = await bench.send(fromStripe(body, bench.clock.now()));
          assert.equal(reply.status, 200);
          model.deliver(step);
        }
        assert.equal(await bench.plan(account.id), model.plan);
        assert.equal(await bench.cents(account.id), model.cents);
      }),
      { numRuns: Number(process.env.PAYMENT_RUNS ?? 40) },
    );
    assert.deepEqual(await bench.differences(), []);
  });

  function eventOf(step: Step, account: { id: string; email: string }, run: string): object {
    const customer = `cus_${run}`;
    const payment = (n: number) => `pi_${run}_${n}`;
    const created = (seconds: number) => ({ created: bench.clock.now().getTime() / 1_000 + seconds });
    switch (step.kind) {
      case 'session': {
        const metadata = { plan: step.plan, service_user_id: account.id };
        return cardEvent('checkout.session.completed', { customer, metadata }, created(step.at));
      }
      case 'updated': {
        const object = { customer, status: step.status, metadata: { plan: step.plan } };
        return cardEvent('customer.subscription.updated', object, created(step.at));
      }
      case 'deleted':
        return cardEvent('customer.subscription.deleted', { customer }, created(step.at));
      case 'invoice_paid':
        return cardEvent('invoice.paid', { customer }, created(step.at));
      case 'invoice_failed':
        return cardEvent('invoice.payment_failed', { customer }, created(step.at));
      case 'payment': {
        const intent = { id: payment(step.payment), amount_received: centsOfPayment(step.payment) };
        return cardEvent('payment_intent.succeeded', { ...intent, receipt_email: account.email });
      }
      case 'refund': {
        const charge = { payment_intent: payment(step.payment), amount_refunded: step.total };
        return cardEvent('charge.refunded', charge);
      }
      case 'dispute': {
        const object = { id: `dp_${run}`, payment_intent: payment(step.payment), status: step.stage };
        return cardEvent(`charge.dispute.${step.stage === 'open' ? 'created' : 'closed'}`, object);
      }
    }
  }
});
