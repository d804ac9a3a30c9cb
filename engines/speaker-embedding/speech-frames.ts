/** 25 ms, every 10 ms. */
export const FRAME_SAMPLES = 400;
export const HOP_SAMPLES = 160;

/** Frames that are fainter than the loud ones by more than this are pauses. */
const QUIET_DB = 30;
const LOUD_SHARE = 0.95;
/** Root mean square of speech after `levelled`. */
const SPEECH_RMS = 0.08;

/** Marks the frames of a 16 kHz sound that are loud enough to be speech. */
export function speechFrames(samples: Float32Array): boolean[] {
  const powers = framePowers(samples);
  const loud = quantile(powers, LOUD_SHARE);
  return powers.map((power) => power > loud * 10 ** (-QUIET_DB / 10));
}

/** Normalises the level of the speech, independent of pauses. */
export function levelled(samples: Float32Array): Float32Array {
  const powers = framePowers(samples);
  const loud = quantile(powers, LOUD_SHARE);
  const spoken = powers.filter((power) => power > loud * 10 ** (-QUIET_DB / 10));
  const power = spoken.reduce((sum, one) => sum + one, 0) / Math.max(1, spoken.length);
  const gain = SPEECH_RMS / Math.sqrt(Math.max(1e-10, power));
  return samples.map((sample) => sample * gain);
}

/** The frames of `spokenFrames` as spans, in seconds. */
export function speechFrameSpans(samples: Float32Array): { start: number; end: number }[] {
  const frameSeconds = HOP_SAMPLES / 16_000;
  const spans: { start: number; end: number }[] = [];
  for (const [i, spoken] of speechFrames(samples).entries()) {
    if (!spoken) continue;
    const last = spans.at(-1);
    const start = i * frameSeconds;
    if (last && start - last.end < frameSeconds / 2) last.end = (i + 1) * frameSeconds;
    else spans.push({ start, end: (i + 1) * frameSeconds });
  }
  return spans;
}

function framePowers(samples: Float32Array): number[] {
  const frames = Math.max(0, Math.floor((samples.length - FRAME_SAMPLES) / HOP_SAMPLES) + 1);
  return Array.from({ length: frames }, (_, i) => {
    let sum = 0;
    for (let n = i * HOP_SAMPLES; n < i * HOP_SAMPLES + FRAME_SAMPLES; n += 1)
      sum += (samples[n] as number) ** 2;
    return sum / FRAME_SAMPLES;
  });
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? 0;
  return below + (above - below) * (place % 1);
}
