/** Runs in a thread of its own and sends the PDF of the invoice that it was started with. */
import { parentPort, workerData } from 'node:worker_threads';
import { drawInvoice } from './draw-invoice.ts';

parentPort?.postMessage(await drawInvoice(workerData));
