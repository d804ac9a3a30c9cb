import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type Bench, openBench, signUp } from '../ledger/testing/bench.ts';
import { type InvoicedPayment, refundInvoice, reverseRefund, writeInvoice } from './index.ts';
import { type InvoiceRow, selectInvoices } from './queries.ts';

const ISSUER = { name: 'Example Voice Ltd', addressLines: ['1 High Street', 'London'], taxId: 'GB123' };

describe('invoices', () => {
  let bench: Bench;
  let accountId: string;
  before(async () => {
    bench = await openBench();
  });
  beforeEach(async () => {
    accountId = await signUp(bench);
  });
  after(() => bench.close());

  const paymentOf = (change: Partial<InvoicedPayment> = {}): InvoicedPayment => ({
    accountId,
    reference: `stripe:${accountId}`,
    provider: 'stripe',
    purpose: 'top_up',
    plan: null,
    cents: 2_000,
    ...change,
  });
  const write = (payment: InvoicedPayment, taxes = [{ name: 'VAT', percent: 20 }]) =>
    bench.db
      .transaction()
      .execute((tx) => writeInvoice({ tx, clock: bench.clock, invoicing: { ...ISSUER, taxes } }, payment));
  const invoices = async (of = accountId): Promise<InvoiceRow[]> =>
    (await selectInvoices(bench.db, of, { before: null, limit: 100 })).reverse();

  test('keep issuer, buyer, taxes and currency of their day', async () => {
    const charged = { amountMinor: 3_000_000, currency: 'NGN' };
    await write(paymentOf({ provider: 'paystack', purpose: 'plan', plan: 'creator', cents: 1_800, charged }));
    const [invoice] = await invoices();
    const { id, ...rest } = invoice ?? assert.fail('no invoice');
    assert.match(id, /^inv_[0-9a-f]{32}$/);
    assert.deepEqual(rest, {
      account_id: accountId,
      number: 1,
      reference: `stripe:${accountId}`,
      provider: 'paystack',
      purpose: 'plan',
      plan: 'creator',
      cents: 1_800,
      paid_minor: 3_000_000,
      currency: 'NGN',
      taxes: [{ name: 'VAT', percent: 20, cents: 300 }],
      issuer: ISSUER,
      buyer: { name: '', email: `${accountId}@example.test` },
      issued_at: bench.clock.now(),
      refunded_cents: 0,
    });
  });

  test('one for each payment, numbered without gaps, also when many arrive at once and twice', async () => {
    const other = await signUp(bench);
    const payments = Array.from({ length: 6 }, (_, i) => paymentOf({ reference: `${accountId}-${i % 3}` }));
    await Promise.all(
      [...payments, paymentOf({ accountId: other, reference: other })].map((one) => write(one)),
    );
    assert.deepEqual((await invoices()).map(({ number }) => number).sort(), [1, 2, 3]);
    assert.deepEqual(
      (await invoices(other)).map(({ number }) => number),
      [1],
    );
  });

  test('none for a payment of nothing, nor when the transaction fails', async () => {
    await write(paymentOf({ cents: 0 }));
    await assert.rejects(write(paymentOf({ cents: -1 })), RangeError);
    const failing = bench.db.transaction().execute(async (tx) => {
      await writeInvoice({ tx, clock: bench.clock, invoicing: { ...ISSUER, taxes: [] } }, paymentOf());
      throw new Error('crash');
    });
    await assert.rejects(failing, /crash/);
    assert.deepEqual(await invoices(), []);
  });

  test('a refund is noted once; one that is reversed no longer counts', async () => {
    await write(paymentOf());
    const refund = {
      accountId,
      paymentReference: `stripe:${accountId}`,
      reference: `re-${accountId}`,
      cents: 500,
    };
    const note = () =>
      bench.db.transaction().execute((tx) => refundInvoice({ tx, clock: bench.clock }, refund));
    await note();
    await note();
    assert.equal((await invoices())[0]?.refunded_cents, 500);
    await bench.db.transaction().execute((tx) => reverseRefund({ tx, clock: bench.clock }, refund));
    assert.equal((await invoices())[0]?.refunded_cents, 0);
  });
});
