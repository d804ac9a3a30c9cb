import { Worker } from 'node:worker_threads';
import type { Exchange, ExchangeOptions } from './wire.ts';

export type Client = { exchange(options: ExchangeOptions): Promise<Exchange>; close(): Promise<void> };

export function openClient(): Client {
  const thread = new Worker(new URL('./client.worker.ts', import.meta.url));
  const waiting = new Map<number, (result: Exchange) => void>();
  let lastId = 0;
  thread.on('message', ({ id, result }: { id: number; result: Exchange }) => {
    waiting.get(id)?.(copied(result));
    waiting.delete(id);
  });
  return {
    exchange: (options) =>
      new Promise((resolve) => {
        lastId += 1;
        waiting.set(lastId, resolve);
        thread.postMessage({ ...options, id: lastId });
      }),
    close: async () => void (await thread.terminate()),
  };
}

/** A buffer arrives as a plain array of bytes. */
function copied(result: Exchange): Exchange {
  if (!('answer' in result)) return result;
  return { answer: { ...result.answer, body: Buffer.from(result.answer.body) } };
}
