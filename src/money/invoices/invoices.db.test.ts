import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openRouteBench, type RouteBench } from '../ledger/testing/app.ts';
import { formatMoney } from './describe-invoice.ts';
import { invoiceRoutes, writeInvoice } from './index.ts';
import { printInvoice } from './print-invoice.ts';
import type { InvoiceRow } from './queries.ts';

const LIST = '/api/billing/invoices';
const INVOICING = {
  name: 'Example Voice Ltd',
  addressLines: ['1 High Street', 'London'],
  taxId: 'GB123456789',
  taxes: [{ name: 'VAT', percent: 20 }],
};

describe('GET /api/billing/invoices', () => {
  let bench: RouteBench;
  before(async () => {
    bench = await openRouteBench();
    await bench.app.register(invoiceRoutes(bench));
  });
  after(() => bench.close());

  async function pay(accountId: string, plan: string | null, cents: number): Promise<void> {
    bench.clock.advanceMs(1_000);
    const reference = `stripe:${accountId}-${cents}`;
    const purpose = plan ? ('plan' as const) : ('top_up' as const);
    const payment = { accountId, reference, provider: 'stripe', purpose, plan, cents };
    const { clock } = bench;
    await bench.db.transaction().execute((tx) => writeInvoice({ tx, clock, invoicing: INVOICING }, payment));
  }
  const download = (accountId: string, url: string) =>
    bench.app.inject({ url, headers: { authorization: `Bearer sk_live_${accountId}` } });

  test('lists the payments of the caller, newest first, page by page', async () => {
    const accountId = await bench.caller();
    await pay(accountId, 'creator', 1_800);
    await pay(accountId, null, 500);
    await pay(await bench.caller(), null, 600);
    const first = (await bench.call(accountId, 'GET', `${LIST}?limit=1`)).body;
    const [topUp] = first.invoices as Record<string, unknown>[];
    assert.equal(topUp?.description, 'Prepaid credit');
    const second = (await bench.call(accountId, 'GET', `${LIST}?limit=1&cursor=${first.next_cursor}`)).body;
    const [{ id, issued_at, ...plan } = {}] = second.invoices as Record<string, unknown>[];
    assert.deepEqual(plan, {
      number: `${accountId.slice(-12).toUpperCase()}-0001`,
      description: 'Creator Pro plan, one month',
      purpose: 'plan',
      plan: 'creator',
      provider: 'stripe',
      amount_cents: 1_800,
      net_cents: 1_500,
      taxes: [{ name: 'VAT', percent: 20, cents: 300 }],
      paid_minor: 1_800,
      currency: 'USD',
      refunded_cents: 0,
      pdf: `${LIST}/${id}.pdf`,
    });
    assert.ok(Date.parse(String(issued_at)));
    assert.equal(second.next_cursor, null);
  });

  test('prints the same PDF every time, after a failure too, for its owner only', async () => {
    const accountId = await bench.caller();
    await pay(accountId, null, 2_000);
    const [invoice] = (await bench.call(accountId, 'GET', LIST)).body.invoices as { pdf: string }[];
    const url = invoice?.pdf ?? '';
    const pdf = await download(accountId, url);
    assert.deepEqual([pdf.statusCode, pdf.headers['content-type']], [200, 'application/pdf']);
    assert.match(
      String(pdf.headers['content-disposition']),
      /^inline; filename="invoice-[0-9A-F]{12}-0001\.pdf"$/,
    );
    assert.equal(pdf.rawPayload.subarray(0, 5).toString(), '%PDF-');
    await assert.rejects(printInvoice({} as InvoiceRow));
    assert.ok((await download(accountId, url)).rawPayload.equals(pdf.rawPayload));
    const stranger = await download(await bench.caller(), url);
    assert.deepEqual([stranger.statusCode, stranger.json().code], [404, 'invoice_not_found']);
    for (const wrong of ['nothing', '..', 'inv_', `inv_${'0'.repeat(32)}`])
      assert.equal((await download(accountId, `${LIST}/${wrong}.pdf`)).statusCode, 404, wrong);
  });

  test('writes amounts with the digits of their currency, and does not fail on an unknown one', () => {
    assert.equal(formatMoney(1_800, 'USD'), 'USD 18.00');
    assert.equal(formatMoney(3_000_000, 'NGN'), 'NGN 30,000.00');
    assert.equal(formatMoney(1_800, 'JPY'), 'JPY 1,800');
    assert.equal(formatMoney(5, 'coins'), '5 coins');
  });
});
