import { parentPort } from 'node:worker_threads';
import type { Answered, Asked } from './asked-thread.ts';

/** The other side of `AskedThread`: answers in the order of the questions, one at a time. */
export function answerAsks<Ask, Answer>(answerTo: (ask: Ask) => Answer | Promise<Answer>): void {
  if (!parentPort) throw new Error('only a worker thread can answer');
  const port = parentPort;
  const answer = async ({ id, ask }: Asked<Ask>): Promise<void> => {
    try {
      port.postMessage({ id, answer: await answerTo(ask) } satisfies Answered<Answer>);
    } catch (thrown) {
      port.postMessage({ id, thrown } satisfies Answered<Answer>);
    }
  };
  let last = Promise.resolve();
  port.on('message', (asked: Asked<Ask>) => {
    last = last.then(() => answer(asked));
  });
}
