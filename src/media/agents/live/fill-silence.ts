import type { LiveClock } from './reply.ts';

const SAMPLES_PER_MS = 16;
/** A network may hold sound back for so long. */
const GAP_MS = 500;
const STEP_MS = 100;

export type SilenceOptions = {
  clock: Pick<LiveClock, 'after'>;
  push(samples: Float32Array): Promise<void>;
  isTurnOpen(): boolean;
};

/**
 * An ear's time is that of its sound. A caller who stops sending in the middle of a turn (muted, let go of the button, lost) is
 * heard as silent, in step with the clock, until the turn has ended.
 */
export function fillSilence({
  clock,
  push,
  isTurnOpen,
}: SilenceOptions): (samples: Float32Array) => Promise<void> {
  let underWay = 0;
  let callOff = (): void => undefined;

  async function take(samples: Float32Array): Promise<void> {
    callOff();
    underWay += 1;
    try {
      await push(samples);
    } finally {
      underWay -= 1;
      // A caller who waits for the ear is not silent, so the gap counts only once the ear has taken everything.
      if (underWay === 0) wait(GAP_MS);
    }
  }

  function wait(ms: number): void {
    callOff();
    if (isTurnOpen()) callOff = clock.after(ms, () => void fill(ms));
  }

  async function fill(ms: number): Promise<void> {
    if (!isTurnOpen()) return;
    // A detector that fails is replaced: tried again, as its failure is told to whoever sends sound.
    const isHeard = await push(new Float32Array(ms * SAMPLES_PER_MS)).then(
      () => true,
      () => false,
    );
    if (underWay === 0) wait(isHeard ? STEP_MS : GAP_MS);
  }

  return take;
}
