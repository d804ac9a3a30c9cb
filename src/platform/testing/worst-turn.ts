import { setTimeout as sleep } from 'node:timers/promises';
import { measureTurns } from '../event-loop-watch/index.ts';

const LOOK_EVERY_MS = 1;

/** The longest turn of the event loop while something runs, in milliseconds of processor time. */
async function worstTurn(work: () => Promise<unknown>): Promise<number> {
  let worst = 0;
  // Whatever made the work ready, and a collection of its garbage, are not part of it.
  await sleep(2 * LOOK_EVERY_MS);
  const meter = measureTurns(LOOK_EVERY_MS, (cpuMs) => {
    worst = Math.max(worst, cpuMs);
  });
  try {
    await work();
    // The last turn is seen by the next look.
    await sleep(2 * LOOK_EVERY_MS);
  } finally {
    meter.stop();
  }
  return worst;
}

/**
 * The worst turn of the best of several runs. A first run compiles code and a later one may collect the garbage of others:
 * only what is there every time is caused by the input.
 */
export async function steadyWorstTurn(
  work: () => Promise<unknown>,
  { runs, enoughMs }: { runs: number; enoughMs: number },
): Promise<number> {
  let best = await worstTurn(work);
  for (let run = 1; run < runs && best > enoughMs; run++) best = Math.min(best, await worstTurn(work));
  return best;
}
