/** Below this (about −40 dBFS) a listener hears no voice. */
const SILENCE = 0.01;
const KEPT_SECONDS = 0.02;

/** Removes the silence around the voice, so that a line is heard at the moment at which it is placed. */
export function trimSilence(samples: Float32Array, sampleRate: number): Float32Array {
  const isHeard = (sample: number) => Math.abs(sample) > SILENCE;
  const first = samples.findIndex(isHeard);
  if (first < 0) return samples.subarray(0, 0);
  const kept = Math.round(KEPT_SECONDS * sampleRate);
  const last = samples.findLastIndex(isHeard);
  return samples.subarray(Math.max(0, first - kept), Math.min(samples.length, last + kept + 1));
}
