import { type Clause, type ClauseOptions, createClauses } from './clauses.ts';
import { createFeed } from './feed.ts';

/** Reads a reply as fast as it is written, whatever is being spoken: a model's server does not wait for a listener. */
export function readClauses(
  deltas: AsyncIterable<string>,
  { signal, ...options }: ClauseOptions & { signal: AbortSignal },
): AsyncGenerator<Clause> {
  const reader = createClauses(options);
  const clauses = createFeed<Clause>(signal);

  async function run(): Promise<void> {
    for await (const delta of deltas) {
      if (signal.aborted) return;
      for (const clause of reader.push(delta)) clauses.push(clause);
    }
    for (const clause of reader.finish()) clauses.push(clause);
  }
  run().then(clauses.end, clauses.fail);
  return clauses.read();
}
