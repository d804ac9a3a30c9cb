import { resampled } from '../../engines/dsp/index.ts';
import type { DubScript } from '../../src/media/dubbing/index.ts';

const HEARD_RATE = 16_000;
const SPOKEN_RATE = 24_000;
/** A clip is searched so far around its place. */
const SEARCH = 0.25 * HEARD_RATE;
/** This much of a clip suffices to find it. */
const COMPARED = 1.5 * HEARD_RATE;
const THIRDS = ['first', 'middle', 'last'] as const;

type Drift = {
  script: DubScript;
  /** The film lasts this long. */
  seconds: number;
  /** The whole new sound: mono, 16 kHz. */
  mixed: Float32Array;
  /** The spoken lines, one after the other, 24 kHz. */
  speech: Float32Array;
};

/** Finds lines in each third of the film, in ms: if a clock ran wrong anywhere, the last third would tell. */
export function driftOf({ script, seconds, mixed, speech }: Drift): Record<string, string> {
  const lines = script.lines.flatMap(({ start: slot, spoken }) => {
    if (!spoken || spoken.length === 0) return [];
    const clip = resampled(
      speech.subarray(spoken.offset, spoken.offset + spoken.length),
      SPOKEN_RATE,
      HEARD_RATE,
    );
    return { slot, placed: spoken.start - slot, found: foundAt(mixed, clip, spoken.start) - spoken.start };
  });
  return Object.fromEntries(
    THIRDS.map((third, i) => {
      const within = lines.filter(({ slot }) => Math.min(2, Math.floor((3 * slot) / seconds)) === i);
      const most = (values: readonly number[]) => (1_000 * Math.max(0, ...values.map(Math.abs))).toFixed(1);
      const placed = most(within.map((line) => line.placed));
      const found = most(within.map((line) => line.found));
      return [
        `${third} third`,
        `${within.length} lines; at most ${placed} ms from the slot, heard ${found} ms from there`,
      ];
    }),
  );
}

/** The second at which the sound is most like the clip. */
function foundAt(mixed: Float32Array, clip: Float32Array, expected: number): number {
  const part = clip.subarray(0, COMPARED);
  const around = Math.round(expected * HEARD_RATE);
  let best = around;
  let highest = -Infinity;
  for (let from = around - SEARCH; from <= around + SEARCH; from += 1) {
    let along = 0;
    let power = 1e-9;
    for (let i = 0; i < part.length; i += 1) {
      const sample = mixed[from + i] ?? 0;
      along += sample * (part[i] as number);
      power += sample * sample;
    }
    const likeness = along / Math.sqrt(power);
    if (likeness > highest) [best, highest] = [from, likeness];
  }
  return best / HEARD_RATE;
}
