import type { Db } from './database.ts';

type Waiting<Ask, Answer> = {
  ask: Ask;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

const LARGEST = 64;

/**
 * Answers concurrent calls with one statement: those that come while a batch runs make up the next one. A call that finds
 * nothing running is sent at once. `run` returns one answer per call, in their order; its failure is that of all.
 */
export function inBatches<Ask, Answer>(
  run: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
): (ask: Ask) => Promise<Answer> {
  const waiting: Waiting<Ask, Answer>[] = [];
  let isBusy = false;

  const next = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, LARGEST);
      try {
        const answers = await run(batch.map(({ ask }) => ask));
        for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      // Those whom the last answers woke up come first, so that they make one batch.
      await new Promise(setImmediate);
    }
    isBusy = false;
  };

  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject });
      if (isBusy) return;
      isBusy = true;
      // One turn later, since those who arrive together are often resumed by the same event.
      setImmediate(next);
    });
}

/** One of `make` per handle. A transaction is a handle of its own, so its statements are never mixed with others'. */
export function perHandle<Made>(make: (db: Db) => Made): (db: Db) => Made {
  const made = new WeakMap<Db, Made>();
  return (db) => {
    const known = made.get(db) ?? make(db);
    made.set(db, known);
    return known;
  };
}
