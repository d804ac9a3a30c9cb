/** So many values a second in a `MouthTrack`. */
export const LOUDNESS_RATE = 100;

/** What is this far below the loud parts of the same sound counts as silence. */
const RANGE_DB = 40;
const LOUD_QUANTILE = 0.95;
/** Nothing quieter than this is speech, however quiet the rest. */
const FLOOR_DB = -60;

/** 0 to 1 relative to the sound's own loud parts, so that a quiet recording moves the face as much as a loud one. */
export function loudnessOf(samples: Float32Array, sampleRate: number): Float32Array {
  const step = sampleRate / LOUDNESS_RATE;
  const levels = Float32Array.from({ length: Math.ceil(samples.length / step) }, (_, i) =>
    levelDb(samples, Math.round(i * step), Math.round((i + 1) * step)),
  );
  const sorted = levels.toSorted();
  const loudDb = Math.max(sorted[Math.floor(LOUD_QUANTILE * (sorted.length - 1))] ?? 0, FLOOR_DB + RANGE_DB);
  return levels.map((db) => Math.min(1, Math.max(0, 1 + (db - loudDb) / RANGE_DB)));
}

/** The mean between two times; 0 beyond the end. */
export function meanLoudness(loudness: Float32Array, startSeconds: number, endSeconds: number): number {
  const from = Math.max(0, Math.floor(startSeconds * LOUDNESS_RATE));
  const to = Math.max(from + 1, Math.ceil(endSeconds * LOUDNESS_RATE));
  let sum = 0;
  for (let i = from; i < to; i += 1) sum += loudness[i] ?? 0;
  return sum / (to - from);
}

function levelDb(samples: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i += 1) sum += (samples[i] ?? 0) ** 2;
  return 10 * Math.log10(sum / Math.max(1, to - from) + 1e-12);
}
