import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { InvoiceRow } from './queries.ts';

const THREAD = new URL('./print-thread.ts', import.meta.url);
let last: Promise<unknown> = Promise.resolve();

/** In a thread, because drawing would hold up other requests. One at a time, because each thread has its own memory. */
export function printInvoice(invoice: InvoiceRow): Promise<Buffer> {
  const printed = last.then(() => inThread(invoice));
  last = printed.catch(() => undefined);
  return printed;
}

async function inThread(invoice: InvoiceRow): Promise<Buffer> {
  const thread = new Worker(THREAD, { workerData: invoice });
  // Rejects when the thread fails.
  const [pdf] = await once(thread, 'message');
  return Buffer.from(pdf);
}
