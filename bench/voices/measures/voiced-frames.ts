import { PITCHES_PER_SECOND, pitchesOf, resampled } from '../../../engines/dsp/index.ts';

const RATE = 16_000;
/** Pitch is measured over 40 ms: this is the middle. */
const MIDDLE_SECONDS = 0.02;
const PRE_EMPHASIS = 0.97;
/** Fainter frames are digital silence. */
const MIN_POWER = 1e-9;

/** Voiced frames, every 10 ms: pre-emphasised and windowed, at the requested rate. Takes 16 kHz. */
export function voicedFrames(
  samples: Float32Array,
  { rate, seconds }: { rate: number; seconds: number },
): Float64Array[] {
  const sound = resampled(samples, RATE, rate);
  const length = Math.round(seconds * rate);
  const window = Float64Array.from(
    { length },
    (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (n + 0.5)) / length),
  );
  return [...pitchesOf(samples)].flatMap((pitch, i) => {
    const from = Math.round((i / PITCHES_PER_SECOND + MIDDLE_SECONDS) * rate - length / 2);
    if (pitch === 0 || from < 1 || from + length > sound.length) return [];
    const frame = window.map((weight, n) => {
      const now = sound[from + n] as number;
      const before = sound[from + n - 1] as number;
      return weight * (now - PRE_EMPHASIS * before);
    });
    const power = frame.reduce((sum, value) => sum + value * value, 0) / length;
    return power > MIN_POWER ? [frame] : [];
  });
}
