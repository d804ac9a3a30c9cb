import type { TestEvent } from 'node:test/reporters';
import { setTimeout as wait } from 'node:timers/promises';

/** Far longer than servers, engines and browsers take to close. */
const CLOSING_MS = 60_000;
/**
 * The events of a run, until its last test has ended and something that is left open keeps the process from ending: `tell` is
 * called with what that is. All files are loaded before the first test, so a run without waiting tests is over.
 */
export async function* untilLeftOpen(
  source: AsyncIterable<TestEvent>,
  tell: (open: string) => void,
): AsyncGenerator<TestEvent> {
  const events = source[Symbol.asyncIterator]();
  let waiting = 0;
  let begun = false;
  for (;;) {
    const next = events.next();
    const ended = begun && waiting === 0;
    const result = await (ended ? Promise.race([next, wait(CLOSING_MS, undefined, { ref: false })]) : next);
    if (!result) {
      tell(process.getActiveResourcesInfo().join(', '));
      return;
    }
    if (result.done) return;
    const { type } = result.value;
    if (type === 'test:enqueue') {
      waiting += 1;
      begun = true;
    }
    if (type === 'test:complete') waiting -= 1;
    yield result.value;
  }
}
