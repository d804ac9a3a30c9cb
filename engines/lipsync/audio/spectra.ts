import { setImmediate as nextTurn } from 'node:timers/promises';
import { createPowerSpectrum, hannWindow } from '../../dsp/index.ts';
import { LOUDNESS_RATE } from '../loudness.ts';
import type { SampleSource } from '../sample-source.ts';

/** Shares of a moment's energy in the bands of the voice. `centre` is the median frequency in Hz. */
export type Moment = {
  /** Voicing itself, and the first formant of closed vowels. */
  low: number;
  /** First formants of open vowels. */
  open: number;
  /** Second formants of back and of front vowels. */
  back: number;
  front: number;
  hiss: number;
  centre: number;
};

const BANDS = {
  low: [70, 420],
  open: [520, 1_000],
  back: [700, 1_250],
  front: [1_600, 3_000],
  hiss: [3_500, 9_000],
};
const WINDOW_SECONDS = 0.025;

/** Returns one moment for each loudness value of a track. */
export async function momentsOf(source: SampleSource, sampleRate: number): Promise<Moment[]> {
  const size = 2 ** Math.ceil(Math.log2(WINDOW_SECONDS * sampleRate));
  const spectrum = createPowerSpectrum(size);
  const signal = new Float64Array(size);
  const power = new Float64Array(size / 2);
  const window = hannWindow(size);
  const step = sampleRate / LOUDNESS_RATE;
  const moments: Moment[] = [];
  let block: Float32Array = new Float32Array(0);
  let begin = 0;
  for (let i = 0; i < Math.ceil(source.length / step); i += 1) {
    const from = Math.round((i + 0.5) * step - size / 2);
    if (i % LOUDNESS_RATE === 0) {
      // Read a second with its margins at a time, and yield to other callers in between.
      begin = Math.max(0, from - 1);
      block = await source.read(begin, from + sampleRate + size);
      await nextTurn();
    }
    const at = (sample: number): number => block[sample - begin] ?? 0;
    // Pre-emphasis: a voice has most of its energy in low frequencies.
    for (let n = 0; n < size; n += 1)
      signal[n] = (at(from + n) - 0.9 * at(from + n - 1)) * (window[n] as number);
    spectrum(signal, power);
    moments.push(momentOf(power, sampleRate / size));
  }
  return moments;
}

function momentOf(power: Float64Array, hertzPerBin: number): Moment {
  const total = power.reduce((sum, value) => sum + value, 0) + 1e-12;
  const share = ([from = 0, to = 0]: readonly number[]): number => {
    let sum = 0;
    for (let k = Math.ceil(from / hertzPerBin); k < Math.min(power.length, to / hertzPerBin); k += 1)
      sum += power[k] as number;
    return sum / total;
  };
  let below = 0;
  let centre = 0;
  while (below < total / 2 && centre < power.length) below += power[centre++] as number;
  return {
    low: share(BANDS.low),
    open: share(BANDS.open),
    back: share(BANDS.back),
    front: share(BANDS.front),
    hiss: share(BANDS.hiss),
    centre: centre * hertzPerBin,
  };
}
