/** Samples on each side of the place between two samples that is computed. */
const REACH = 12;
/** Four times oversampled: the places a quarter, a half and three quarters of the way to the next sample. */
const QUARTER = taps(1 / 4);
const HALF = taps(1 / 2);
/** A place between two samples is never higher than the higher of them times `NEAR` and the highest around times `FAR`. */
const NEAR = Math.max(...[QUARTER, HALF].map((all) => sumOf(all.subarray(REACH - 1, REACH + 1))));
const FAR = Math.max(...[QUARTER, HALF].map((all) => sumOf(all) - sumOf(all.subarray(REACH - 1, REACH + 1))));
/** How far a curve usually rises above both of its samples, at the most. */
const LIKELY_OVERSHOOT = 1.5;
const BLOCK = 64;

/** The highest level of all channels, also between samples (BS.1770-4): 1 is full scale. */
export function truePeak(channels: readonly Float32Array[]): number {
  return channels.reduce(higherPeak, highestSample(channels));
}

function highestSample(channels: readonly Float32Array[]): number {
  let highest = 0;
  for (const channel of channels)
    for (let i = 0; i < channel.length; i += 1) highest = Math.max(highest, Math.abs(channel[i] as number));
  return highest;
}

/** Most of a sound is far from its peak: a look at the samples around spares the arithmetic between two of them. */
function higherPeak(peak: number, channel: Float32Array): number {
  for (let from = 0; from < channel.length; from += BLOCK) {
    const end = Math.min(from + BLOCK, channel.length);
    let highest = 0;
    for (let i = Math.max(0, from - REACH); i < Math.min(end + REACH, channel.length); i += 1)
      highest = Math.max(highest, Math.abs(channel[i] as number));
    if (highest * (NEAR + FAR) <= peak) continue;
    const worthALook = (peak - FAR * highest) / NEAR;
    let isHigh = Math.abs(channel[from] as number) > worthALook;
    for (let i = from; i < end; i += 1) {
      const isNextHigh = Math.abs(channel[i + 1] ?? 0) > worthALook;
      if (isHigh || isNextHigh) peak = Math.max(peak, peakAt(channel, i));
      isHigh = isNextHigh;
    }
  }
  return peak;
}

/**
 * Writes to `peaks` the level from each sample to the next one, where that is likely to be over the threshold. Only a
 * curve that rises unusually high between two low samples is missed.
 */
export function peaksOver(channel: Float32Array, threshold: number, peaks: Float32Array): void {
  const worthALook = threshold / LIKELY_OVERSHOOT;
  let isHigh = Math.abs(channel[0] ?? 0) > worthALook;
  for (let i = 0; i < channel.length; i += 1) {
    const isNextHigh = Math.abs(channel[i + 1] ?? 0) > worthALook;
    if (isHigh || isNextHigh) peaks[i] = Math.max(peaks[i] as number, peakAt(channel, i));
    isHigh = isNextHigh;
  }
}

function peakAt(channel: Float32Array, at: number): number {
  const first = at - REACH + 1;
  const isInside = first >= 0 && at + REACH < channel.length;
  let quarter = 0;
  let half = 0;
  let threeQuarters = 0;
  for (let k = 0; k < 2 * REACH; k += 1) {
    const sample = isInside ? (channel[first + k] as number) : (channel[first + k] ?? 0);
    quarter += (QUARTER[k] as number) * sample;
    half += (HALF[k] as number) * sample;
    threeQuarters += (QUARTER[2 * REACH - 1 - k] as number) * sample;
  }
  const here = Math.abs(channel[at] as number);
  return Math.max(here, Math.abs(quarter), Math.abs(half), Math.abs(threeQuarters));
}

function taps(fraction: number): Float64Array {
  return Float64Array.from({ length: 2 * REACH }, (_, k) => {
    const x = k - (REACH - 1) - fraction;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / REACH);
    return (Math.sin(Math.PI * x) / (Math.PI * x)) * window;
  });
}

function sumOf(taps: Float64Array): number {
  return taps.reduce((sum, tap) => sum + Math.abs(tap), 0);
}
