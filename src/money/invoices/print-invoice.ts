import { AskedThread } from '../../platform/threads/index.ts';
import type { InvoiceRow } from './queries.ts';

const IDLE_MS = 60_000;
/**
 * Drawing would hold up other requests. There is one thread at most, because it has its own memory. It is kept for the next
 * invoice, because loading the fonts takes longer than drawing.
 */
const printer = new AskedThread<InvoiceRow, Uint8Array>(new URL('./print-thread.ts', import.meta.url), {
  idleMs: IDLE_MS,
});

export async function printInvoice(invoice: InvoiceRow): Promise<Buffer> {
  return Buffer.from(await printer.ask(invoice));
}
