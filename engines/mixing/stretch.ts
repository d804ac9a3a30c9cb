/** A splice every 20 ms: shorter ones are heard in low tones, longer ones as echoes. */
const SPLICE_FRAMES = 960;
/** How far from its time a sound may be taken so that the waves meet in phase: a period of 50 Hz. */
const SEARCH_FRAMES = 480;
/** The search compares every fourth sample, which is enough for what carries the pitch. */
const STRIDE = 4;

/** How many frames `stretched` needs before and after its input. */
export const STRETCH_CONTEXT = 2 * SPLICE_FRAMES + SEARCH_FRAMES;

/**
 * The same sound in another time at the same pitch (WSOLA). `channels` begin and end with `STRETCH_CONTEXT` frames of what
 * is around it; the first and the last frame of the result meet those without a seam.
 */
export function stretched(channels: readonly Float32Array[], length: number): Float32Array[] {
  const given = (channels[0]?.length ?? 0) - 2 * STRETCH_CONTEXT;
  const splices = Math.max(1, Math.round(length / SPLICE_FRAMES));
  const boundary = (k: number) => Math.round((k * length) / splices);
  const middle = sumOf(channels);
  const made = channels.map(() => new Float32Array(length));
  let shift = 0;
  for (let k = 0; k < splices; k += 1) {
    const from = boundary(k);
    const to = boundary(k + 1);
    const wanted = Math.round((to * given) / length) - to;
    const next = k + 1 === splices ? given - length : bestShift(middle, { from, to, shift, wanted });
    for (const [c, channel] of channels.entries())
      crossfade(channel, made[c] as Float32Array, { from, to, shift, next });
    shift = next;
  }
  return made;
}

type Splice = { from: number; to: number; shift: number };

/** The shift near the wanted one at which the sound goes on most like it would have. */
function bestShift(middle: Float32Array, { from, to, shift, wanted }: Splice & { wanted: number }): number {
  // Going on as before needs no splice at all.
  if (Math.abs(shift - wanted) <= 1) return shift;
  let best = wanted;
  let highest = -Infinity;
  for (let candidate = wanted - SEARCH_FRAMES; candidate <= wanted + SEARCH_FRAMES; candidate += 1) {
    let along = 0;
    let energy = 1e-9;
    for (let t = from; t < to; t += STRIDE) {
      const there = middle[t + candidate + STRETCH_CONTEXT] ?? 0;
      along += there * (middle[t + shift + STRETCH_CONTEXT] ?? 0);
      energy += there * there;
    }
    const likeness = along / Math.sqrt(energy);
    if (likeness > highest) [best, highest] = [candidate, likeness];
  }
  return best;
}

function crossfade(
  input: Float32Array,
  output: Float32Array,
  { from, to, shift, next }: Splice & { next: number },
): void {
  for (let t = from; t < to; t += 1) {
    const rise = 0.5 - 0.5 * Math.cos((Math.PI * (t - from)) / (to - from));
    const before = input[t + shift + STRETCH_CONTEXT] ?? 0;
    const after = input[t + next + STRETCH_CONTEXT] ?? 0;
    output[t] = before + rise * (after - before);
  }
}

function sumOf([first = new Float32Array(), ...others]: readonly Float32Array[]): Float32Array {
  return others.reduce((sum, channel) => sum.map((x, i) => x + (channel[i] as number)), first);
}
