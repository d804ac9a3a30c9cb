/** Draws the invoices that it is sent, one after the other, and sends back the PDF of each. */
import { parentPort } from 'node:worker_threads';
import { drawInvoice } from './draw-invoice.ts';
import type { InvoiceRow } from './queries.ts';

parentPort?.on('message', async (invoice: InvoiceRow) => {
  parentPort?.postMessage(await drawInvoice(invoice));
});
