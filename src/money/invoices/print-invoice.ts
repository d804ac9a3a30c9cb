import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { InvoiceRow } from './queries.ts';

const THREAD = new URL('./print-thread.ts', import.meta.url);
const IDLE_MS = 60_000;

let last: Promise<unknown> = Promise.resolve();
let thread: Worker | undefined;
let idleTimer: NodeJS.Timeout | undefined;

/**
 * In a thread, because drawing would hold up other requests. There is one at most, because it has its own memory. It is kept
 * for the next invoice, because loading the fonts takes longer than drawing, and stops when it is idle.
 */
export function printInvoice(invoice: InvoiceRow): Promise<Buffer> {
  const printed = last.then(() => inThread(invoice));
  last = printed.catch(() => undefined);
  return printed;
}

async function inThread(invoice: InvoiceRow): Promise<Buffer> {
  clearTimeout(idleTimer);
  thread ??= openThread();
  const current = thread;
  // An idle thread must not keep the process alive, one that draws must.
  current.ref();
  try {
    current.postMessage(invoice);
    // Rejects when the thread fails.
    const [pdf] = await once(current, 'message');
    idleTimer = setTimeout(stop, IDLE_MS).unref();
    current.unref();
    return Buffer.from(pdf);
  } catch (error) {
    thread = undefined;
    throw error;
  }
}

function openThread(): Worker {
  const opened = new Worker(THREAD);
  // An idle thread may fail too, and an error that nobody hears ends the process.
  opened.on('error', () => {
    if (thread === opened) thread = undefined;
  });
  return opened;
}

function stop(): void {
  void thread?.terminate();
  thread = undefined;
}
