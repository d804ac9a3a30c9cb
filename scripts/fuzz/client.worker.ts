/** Sends requests from a thread of its own, so that the event loop of the service does nothing but serve. */
import { parentPort } from 'node:worker_threads';
import { exchange } from './wire.ts';

parentPort?.on('message', async ({ id, bytes, ...options }) => {
  parentPort?.postMessage({ id, result: await exchange({ ...options, bytes: Buffer.from(bytes) }) });
});
