import { hannWindow } from '../../../../engines/dsp/index.ts';
import { collectInTurns } from '../../../platform/event-loop.ts';

const WINDOW_SECONDS = 0.03;
const SEARCH_SECONDS = 0.01;
/** A voice is alike over so few samples that every fourth is compared at first. */
const STEP = 4;

/**
 * The same speech in fewer samples, at the same pitch: windows are laid over each other, each taken from where it best
 * continues the one before (WSOLA). Leaves the event loop to others in between.
 */
export async function shorten(
  samples: Float32Array,
  length: number,
  sampleRate: number,
): Promise<Float32Array> {
  if (length >= samples.length) return samples;
  const hop = Math.round((WINDOW_SECONDS * sampleRate) / 2);
  const result = new Float32Array(length + 2 * hop);
  await collectInTurns(layWindows(samples, result, { length, hop, search: SEARCH_SECONDS * sampleRate }));
  return result.slice(0, length);
}

/** Yields after each window. */
function* layWindows(
  samples: Float32Array,
  result: Float32Array,
  { length, hop, search }: { length: number; hop: number; search: number },
): Generator<number> {
  const window = hannWindow(2 * hop);
  // The first half window has nothing to fade over, so it is copied.
  result.set(samples.subarray(0, hop));
  let from = 0;
  for (let at = 0; at < length; at += hop) {
    const even = Math.round((at * samples.length) / length);
    if (at > 0) from = bestContinuation(samples, from + hop, { even, search, hop });
    for (let i = at === 0 ? hop : 0; i < 2 * hop; i += 1)
      result[at + i] = (result[at + i] as number) + (window[i] as number) * (samples[from + i] ?? 0);
    yield at;
  }
}

/** Where the sound is most like what followed the last window. */
function bestContinuation(
  samples: Float32Array,
  natural: number,
  { even, search, hop }: { even: number; search: number; hop: number },
): number {
  const best = (from: number, to: number, step: number): number => {
    let found = Math.max(0, from);
    let most = Number.NEGATIVE_INFINITY;
    for (let place = found; place <= to; place += step) {
      const likeness = likenessOf(samples, natural, place, { hop, step });
      if (likeness > most) [found, most] = [place, likeness];
    }
    return found;
  };
  const near = best(even - search, even + search, STEP);
  return best(near - STEP + 1, near + STEP - 1, 1);
}

function likenessOf(
  samples: Float32Array,
  one: number,
  other: number,
  { hop, step }: { hop: number; step: number },
): number {
  let product = 0;
  let power = 1e-9;
  // Behind the end there is nothing alike.
  const until = Math.min(hop, samples.length - Math.max(one, other));
  for (let i = 0; i < until; i += step) {
    const sample = samples[other + i] as number;
    product += sample * (samples[one + i] as number);
    power += sample * sample;
  }
  return product / Math.sqrt(power);
}
