import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openPaymentBench, type PaymentBench } from './testing/bench.ts';
import { fromDlocal, fromPaystack } from './testing/deliveries.ts';

describe('refunds and disputes', () => {
  let bench: PaymentBench;
  before(async () => {
    bench = await openPaymentBench();
  });
  after(() => bench.close());

  let made = 0;
  const nextId = () => {
    made += 1;
    return `pi_${made}`;
  };
  const paid = (id: string, email: string, cents = 1_000) =>
    bench.card('payment_intent.succeeded', { id, amount_received: cents, receipt_email: email });
  const refunded = (id: string, total: number) =>
    bench.card('charge.refunded', { id: `ch_${id}`, payment_intent: id, amount_refunded: total });
  const disputed = (type: string, id: string, more: object = {}) =>
    bench.card(`charge.dispute.${type}`, { id: `dp_${id}`, payment_intent: id, amount: 1_000, ...more });

  test('charge.refunded: takes back what was returned, each part once', async () => {
    const { id: account, email } = await bench.customer();
    const id = nextId();
    await paid(id, email);
    await refunded(id, 300);
    assert.equal(await bench.cents(account), 700);
    await refunded(id, 300);
    await refunded(id, 1_000);
    assert.equal(await bench.cents(account), 0);
  });

  test('charge.refunded: equal refunds of two payments are two refunds', async () => {
    const { id: account, email } = await bench.customer();
    for (const id of [nextId(), nextId()]) {
      await paid(id, email);
      await refunded(id, 250);
    }
    assert.equal(await bench.cents(account), 1_500);
  });

  test('charge.refunded: an older total that arrives late takes nothing more', async () => {
    const { id: account, email } = await bench.customer();
    const id = nextId();
    await paid(id, email);
    await refunded(id, 500);
    await refunded(id, 200);
    assert.equal(await bench.cents(account), 500);
  });

  test('charge.refunded: a refund that overtakes its payment waits for it', async () => {
    const { id: account, email } = await bench.customer();
    const id = nextId();
    assert.deepEqual((await refunded(id, 400)).body, { received: true, ignored: true });
    await paid(id, email);
    assert.equal(await bench.cents(account), 600);
  });

  test('charge.dispute.created takes the amount, charge.dispute.closed gives it back when won', async () => {
    const { id: account, email } = await bench.customer();
    const id = nextId();
    await paid(id, email);
    await disputed('created', id);
    assert.equal(await bench.cents(account), 0);
    await disputed('closed', id, { status: 'won' });
    assert.equal(await bench.cents(account), 1_000);
    await disputed('closed', id, { status: 'won' });
    await disputed('created', id);
    assert.equal(await bench.cents(account), 1_000);
  });

  test('charge.dispute.closed: a lost dispute keeps what it took, in either order', async () => {
    for (const order of [
      ['created', 'closed'],
      ['closed', 'created'],
    ]) {
      const { id: account, email } = await bench.customer();
      const id = nextId();
      await paid(id, email, 1_500);
      for (const type of order) await disputed(type, id, { status: 'lost' });
      assert.equal(await bench.cents(account), 500, order.join());
    }
  });

  test('a dispute and a refund together never take more than was paid', async () => {
    const { id: account, email } = await bench.customer();
    await paid(nextId(), email, 2_000);
    const id = nextId();
    await paid(id, email);
    await refunded(id, 600);
    await disputed('created', id);
    await refunded(id, 1_000);
    assert.equal(await bench.cents(account), 2_000);
  });

  test('Paystack: refund.processed and charge.dispute.create and .resolve', async () => {
    const { id: account, email } = await bench.customer();
    const charge = { reference: 'ref_b', amount: 1_000, currency: 'USD', customer: { email } };
    await bench.send(fromPaystack({ event: 'charge.success', data: charge }));
    const refund = {
      id: 1,
      transaction_reference: 'ref_b',
      refund_reference: 'r1',
      amount: '250',
      currency: 'USD',
    };
    await bench.send(fromPaystack({ event: 'refund.processed', data: refund }));
    await bench.send(fromPaystack({ event: 'refund.processed', data: { ...refund, updated: true } }));
    assert.equal(await bench.cents(account), 750);
    const dispute = { id: 7, transaction: { reference: 'ref_b', amount: 1_000 }, refund_amount: 500 };
    await bench.send(fromPaystack({ event: 'charge.dispute.create', data: dispute }));
    assert.equal(await bench.cents(account), 250);
    await bench.send(
      fromPaystack({ event: 'charge.dispute.resolve', data: { ...dispute, resolution: 'declined' } }),
    );
    assert.equal(await bench.cents(account), 750);
  });

  test('dLocal: a refund and a chargeback name their payment', async () => {
    const { id: account, email } = await bench.customer();
    await bench.send(
      fromDlocal({ id: 'D-1', status: 'PAID', amount: 10, currency: 'USD', payer: { email } }),
    );
    await bench.send(
      fromDlocal({ id: 'REF-1', payment_id: 'D-1', status: 'SUCCESS', amount: 4, currency: 'USD' }),
    );
    assert.equal(await bench.cents(account), 600);
    await bench.send(
      fromDlocal({ id: 'CHAR-1', payment_id: 'D-1', status: 'COMPLETED', amount: 10, currency: 'USD' }),
    );
    assert.equal(await bench.cents(account), 0);
  });

  test('two payments may have a refund and a dispute of the same id', async () => {
    const { id: account, email } = await bench.customer();
    const refund = { refund_reference: 'shared', amount: 400 };
    for (const reference of ['ref_1', 'ref_2']) {
      const charge = { reference, amount: 1_000, currency: 'USD', customer: { email } };
      await bench.send(fromPaystack({ event: 'charge.success', data: charge }));
      const data = { ...refund, transaction_reference: reference };
      await bench.send(fromPaystack({ event: 'refund.processed', data }));
      await bench.send(
        fromPaystack({ event: 'charge.dispute.create', data: { ...data, id: 7, amount: 100 } }),
      );
    }
    assert.equal(await bench.cents(account), 2 * (1_000 - 400 - 100));
    const won = { ...refund, id: 7, transaction_reference: 'ref_2', resolution: 'declined' };
    await bench.send(fromPaystack({ event: 'charge.dispute.resolve', data: won }));
    assert.equal(await bench.cents(account), 1_100);
    assert.deepEqual(await bench.differences(), []);
  });

  test('the books balance after all of this', async () => {
    assert.deepEqual(await bench.differences(), []);
  });
});
