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

export function limitTogether(
  channels: readonly Float32Array[],
  sampleRate: number,
  ceiling: number,
): Limited {
  const wanted = neededGain(channels, ceiling);
  if (!wanted) return { channels: channels.map((channel) => channel.slice()), follow: (other) => other };
  const gain = smoothed(wanted, sampleRate);
  const limited = channels.map((channel) => multiplied(channel, gain));
  // A gain that moves bends the curve between two samples, and a rare peak was not seen in advance.
  const over = truePeak(limited) / ceiling;
  if (over <= 1) return { channels: limited, follow: (other) => multiplied(other, gain) };
  return {
    channels: limited.map((channel) => scaled(channel, 1 / over)),
    follow: (other) => scaled(multiplied(other, gain), 1 / over),
  };
}

export function scaled(samples: Float32Array, factor: number): Float32Array {
  const made = new Float32Array(samples.length);
  for (let i = 0; i < samples.length; i += 1) made[i] = (samples[i] as number) * factor;
  return made;
}

function multiplied(samples: Float32Array, gain: Float32Array): Float32Array {
  const made = new Float32Array(samples.length);
  for (let i = 0; i < samples.length; i += 1) made[i] = (samples[i] as number) * (gain[i] as number);
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
  for (let i = 1; i < held.length; i += 1) {
    const before = held[i - 1] as number;
    held[i] = Math.min(held[i] as number, before + (1 - before) * recovery);
  }
  return slidingMean(held, reach);
}

/** The lowest value at most `reach` away. */
function slidingMinimum(values: Float32Array, reach: number): Float32Array {
  const lowest = new Float32Array(values.length);
  const queue = new Int32Array(values.length);
  let [head, tail] = [0, 0];
  for (let i = 0; i < values.length + reach; i += 1) {
    if (i < values.length) {
      const value = values[i] as number;
      while (tail > head && (values[queue[tail - 1] as number] as number) >= value) tail -= 1;
      queue[tail] = i;
      tail += 1;
    }
    const at = i - reach;
    if (at < 0) continue;
    while ((queue[head] as number) < at - reach) head += 1;
    lowest[at] = values[queue[head] as number] as number;
  }
  return lowest;
}

/** The mean of the values at most `reach` away. The first and the last value go on beyond the ends. */
function slidingMean(values: Float32Array, reach: number): Float32Array {
  const last = values.length - 1;
  const at = (i: number) => values[Math.min(Math.max(i, 0), last)] as number;
  let sum = 0;
  for (let i = -reach - 1; i < reach; i += 1) sum += at(i);
  const means = new Float32Array(values.length);
  for (let i = 0; i < values.length; i += 1) {
    sum += at(i + reach) - at(i - reach - 1);
    means[i] = sum / (2 * reach + 1);
  }
  return means;
}
