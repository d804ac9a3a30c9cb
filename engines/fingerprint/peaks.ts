import { createPowerSpectrum, hannWindow } from '../dsp/index.ts';

/** A place in the spectrogram that is louder than all around it: a frame of 16 ms, and a bin of 15.6 Hz. */
export type Peak = { frame: number; bin: number };

export const RATE = 8_000;
const WINDOW = 512;
const HOP = 128;
export const FRAMES_PER_SECOND = RATE / HOP;
/** From 125 Hz, below which telephones and small loudspeakers have nothing, to 3.7 kHz, above which telephones have nothing. */
const FIRST_BIN = 8;
const END_BIN = 240;
const BINS = END_BIN - FIRST_BIN;
/** A peak is the loudest within 64 ms and 125 Hz to each side. */
const FRAMES_AROUND = 4;
const BINS_AROUND = 8;
const FRAMES_HELD = 2 * FRAMES_AROUND + 1;
/** Rounding to 16 bits is louder than this. */
const SILENCE = 1e-7;

export type PeakFinder = {
  push(samples: Float32Array): void;
  /** The peaks of all that was pushed, by time. */
  end(): Peak[];
};

/** Finds the loudest peaks of each second of sound at 8 kHz. */
export function createPeakFinder(perSecond: number): PeakFinder {
  const frames = Array.from({ length: FRAMES_HELD }, () => new Float64Array(BINS));
  const maxima = Array.from({ length: FRAMES_HELD }, () => new Float64Array(BINS));
  const kept: Peak[] = [];
  let ofSecond: (Peak & { power: number })[] = [];
  let held = new Float32Array(0);
  let frame = 0;

  function addFrame(samples: Float32Array): void {
    const power = powerOf(samples);
    const row = frames[frame % FRAMES_HELD] as Float64Array;
    row.set(power.subarray(FIRST_BIN));
    maximaAround(row, maxima[frame % FRAMES_HELD] as Float64Array);
    frame += 1;
    if (frame >= FRAMES_HELD) collect(frame - 1 - FRAMES_AROUND);
  }

  /** Collects the peaks of a frame for which the frames around it are known. */
  function collect(middle: number): void {
    const row = frames[middle % FRAMES_HELD] as Float64Array;
    for (let bin = 0; bin < BINS; bin += 1) {
      const loudness = row[bin] as number;
      if (loudness < SILENCE || loudness < (maxima[middle % FRAMES_HELD]?.[bin] as number)) continue;
      if (maxima.some((around) => (around[bin] as number) > loudness)) continue;
      ofSecond.push({ frame: middle, bin: FIRST_BIN + bin, power: loudness });
    }
    if ((middle + 1) % Math.floor(FRAMES_PER_SECOND) === 0) endSecond();
  }

  function endSecond(): void {
    const loudest = ofSecond.sort((a, b) => b.power - a.power).slice(0, perSecond);
    loudest.sort((a, b) => a.frame - b.frame || a.bin - b.bin);
    for (const { frame: at, bin } of loudest) kept.push({ frame: at, bin });
    ofSecond = [];
  }

  return {
    push(samples) {
      const joined = new Float32Array(held.length + samples.length);
      joined.set(held);
      joined.set(samples, held.length);
      let at = 0;
      for (; at + WINDOW <= joined.length; at += HOP) addFrame(joined.subarray(at, at + WINDOW));
      held = joined.slice(at);
    },
    end() {
      endSecond();
      return kept;
    },
  };
}

/** Shared, because a short sound costs less than the tables. */
const spectrumOf = createPowerSpectrum(WINDOW);
const window = hannWindow(WINDOW);
const windowed = new Float64Array(WINDOW);
const power = new Float64Array(END_BIN);

/** Valid until the next call. */
function powerOf(samples: Float32Array): Float64Array {
  for (let n = 0; n < WINDOW; n += 1) windowed[n] = (samples[n] as number) * (window[n] as number);
  spectrumOf(windowed, power);
  return power;
}

function maximaAround(row: Float64Array, into: Float64Array): void {
  for (let bin = 0; bin < BINS; bin += 1) {
    let most = 0;
    const end = Math.min(BINS, bin + BINS_AROUND + 1);
    for (let k = Math.max(0, bin - BINS_AROUND); k < end; k += 1) most = Math.max(most, row[k] as number);
    into[bin] = most;
  }
}
