import { peaksOver, truePeak } from './true-peak.ts';

/** The gain falls over this time before a peak and stays down this long after it. */
const LOOKAHEAD_SECONDS = 0.003;
const RELEASE_SECONDS = 0.08;

/** `follow` gives another sound, such as a part of this one, the same gains. */
export type Limited = { channels: Float32Array[]; follow(other: Float32Array): Float32Array };

/** Keeps the true peak at or under the ceiling (1 is full scale), with one gain for all channels. */
export function limitPeaks(
  channels: readonly Float32Array[],
  sampleRate: number,
  ceiling: number,
): Float32Array[] {
  return limitTogether(channels, sampleRate, ceiling).channels;
}

/** Everything is multiplied by `gain` first. */
export function limitTogether(
  channels: readonly Float32Array[],
  sampleRate: number,
  ceiling: number,
  gain = 1,
): Limited {
  const curve = limitingCurve(channels, sampleRate, ceiling / gain);
  const follow = (other: Float32Array) => (curve ? multiplied(other, curve, gain) : scaled(other, gain));
  const limited = channels.map(follow);
  // A gain that moves bends the curve between two samples, and a rare peak was not seen in advance.
  const over = curve ? truePeak(limited) / ceiling : 1;
  if (over <= 1) return { channels: limited, follow };
  return {
    channels: limited.map((channel) => scaled(channel, 1 / over)),
    follow: (other) => scaled(follow(other), 1 / over),
  };
}

/** The gain of each sample that keeps the peaks at or just above the ceiling. Null if they are all under it. */
export function limitingCurve(
  channels: readonly Float32Array[],
  sampleRate: number,
  ceiling: number,
): Float32Array | null {
  const needed = neededGain(channels, ceiling);
  return needed && smoothed(needed, sampleRate);
}

export function scaled(samples: Float32Array, factor: number): Float32Array {
  const made = new Float32Array(samples.length);
  for (let i = 0; i < samples.length; i += 1) made[i] = (samples[i] as number) * factor;
  return made;
}

function multiplied(samples: Float32Array, curve: Float32Array, gain: number): Float32Array {
  const made = new Float32Array(samples.length);
  for (let i = 0; i < samples.length; i += 1)
    made[i] = (samples[i] as number) * (gain * (curve[i] as number));
  return made;
}

function neededGain(channels: readonly Float32Array[], ceiling: number): Float32Array | null {
  const peaks = new Float32Array(channels[0]?.length ?? 0);
  for (const channel of channels) peaksOver(channel, ceiling, peaks);
  let isOver = false;
  for (let i = 0; i < peaks.length; i += 1) {
    const peak = peaks[i] as number;
    if (peak > ceiling) isOver = true;
    peaks[i] = peak > ceiling ? ceiling / peak : 1;
  }
  return isOver ? peaks : null;
}

/** Never above the needed gain: the mean over a window of values that are each the lowest of their own window. */
function smoothed(needed: Float32Array, sampleRate: number): Float32Array {
  const reach = Math.max(1, Math.round(LOOKAHEAD_SECONDS * sampleRate));
  const held = slidingMinimum(needed, reach);
  const recovery = 1 - Math.exp(-1 / (RELEASE_SECONDS * sampleRate));
  let gain = held[0] ?? 1;
  for (let i = 1; i < held.length; i += 1) {
    gain = Math.min(held[i] as number, gain + (1 - gain) * recovery);
    held[i] = gain;
  }
  return slidingMean(held, reach);
}

/**
 * The lowest value at most `reach` away, by van Herk: a window is the end of one block and the beginning of the next, and
 * the lowest of each end and each beginning is found in one pass over the block.
 */
function slidingMinimum(values: Float32Array, reach: number): Float32Array {
  const width = 2 * reach + 1;
  const length = values.length + 2 * reach;
  const at = (i: number) => values[i - reach] ?? 1;
  const ends = new Float32Array(length);
  for (let i = length - 1, lowest = 1; i >= 0; i -= 1) {
    lowest = (i + 1) % width === 0 ? at(i) : Math.min(lowest, at(i));
    ends[i] = lowest;
  }
  const minima = new Float32Array(values.length);
  for (let i = 0, lowest = 1; i < length; i += 1) {
    lowest = i % width === 0 ? at(i) : Math.min(lowest, at(i));
    if (i >= 2 * reach) minima[i - 2 * reach] = Math.min(lowest, ends[i - 2 * reach] as number);
  }
  return minima;
}

/** The mean of the values at most `reach` away. The first and the last value go on beyond the ends. */
function slidingMean(values: Float32Array, reach: number): Float32Array {
  const last = values.length - 1;
  let sum = 0;
  for (let i = -reach - 1; i < reach; i += 1) sum += values[Math.min(Math.max(i, 0), last)] as number;
  const means = new Float32Array(values.length);
  for (let i = 0; i < values.length; i += 1) {
    sum += (values[Math.min(i + reach, last)] as number) - (values[Math.max(i - reach - 1, 0)] as number);
    means[i] = sum / (2 * reach + 1);
  }
  return means;
}
