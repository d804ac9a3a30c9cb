import { fromDecibels } from '../../dsp/index.ts';
import type { Stereo } from './stereo.ts';

const ATTACK_SECONDS = 0.012;
const RELEASE_SECONDS = 0.16;
const KNEE_DB = 6;
/** The gain is computed once for so many samples. */
const BLOCK = 16;

/**
 * One gain for both channels, above a threshold in dB of the mean level; ratio 1 does nothing. The followers get the
 * same gains.
 */
export function compress(
  sound: Stereo,
  { ratio, thresholdDb }: { ratio: number; thresholdDb: number },
  sampleRate: number,
  followers: readonly Stereo[],
): void {
  if (ratio <= 1) return;
  const attack = Math.exp(-BLOCK / (ATTACK_SECONDS * sampleRate));
  const release = Math.exp(-BLOCK / (RELEASE_SECONDS * sampleRate));
  const channels = [sound, ...followers].flatMap(({ left, right }) => [left, right]);
  const gains = new Float64Array(BLOCK);
  let power = 0;
  let gain = 1;
  for (let from = 0; from < sound.left.length; from += BLOCK) {
    const end = Math.min(from + BLOCK, sound.left.length);
    let now = 0;
    for (let i = from; i < end; i += 1)
      now = Math.max(now, (sound.left[i] as number) ** 2, (sound.right[i] as number) ** 2);
    const keep = now > power ? attack : release;
    power = now + (power - now) * keep;
    const over = 10 * Math.log10(power + 1e-12) - thresholdDb;
    const next = fromDecibels(-bent(over) * (1 - 1 / ratio));
    const rise = (next - gain) / BLOCK;
    for (let i = 0; i < BLOCK; i += 1) {
      gain += rise;
      gains[i] = gain;
    }
    for (const channel of channels)
      for (let i = from; i < end; i += 1) channel[i] = (channel[i] as number) * (gains[i - from] as number);
    gain = next;
  }
}

function bent(over: number): number {
  if (over <= -KNEE_DB / 2) return 0;
  return over >= KNEE_DB / 2 ? over : (over + KNEE_DB / 2) ** 2 / (2 * KNEE_DB);
}

const DUCK_ATTACK = 0.004;
const DUCK_RELEASE = 0.22;

/** Gains that fall with each kick and swell back, in step with the beat. */
export function sidechain(
  kicks: readonly number[],
  depthDb: number,
  frames: number,
  sampleRate: number,
): Float32Array {
  const gains = new Float32Array(frames).fill(1);
  const floor = fromDecibels(-depthDb);
  const attack = Math.round(DUCK_ATTACK * sampleRate);
  const release = Math.round(DUCK_RELEASE * sampleRate);
  for (const seconds of kicks) {
    const start = Math.round(seconds * sampleRate);
    for (let i = 0; i < attack + release && start + i < frames; i += 1) {
      const ducked =
        i < attack ? 1 - (1 - floor) * (i / attack) : 1 - (1 - floor) * (1 - (i - attack) / release) ** 2;
      gains[start + i] = Math.min(gains[start + i] as number, ducked);
    }
  }
  return gains;
}
