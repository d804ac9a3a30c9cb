import { createPowerSpectrum, hannWindow } from '../../dsp/index.ts';

const RATE = 24_000;
const SIZE = 2_048;
const HOP = 480;
/** Share of the energy of the loudest frame. */
const AUDIBLE = 1e-3;
const HERTZ = { from: 5_000, to: 8_000 };
/** Distances between two lines: of a pitch, and all that count. */
const PITCH_HERTZ = { from: 80, to: 400 };
const WIDEST_HERTZ = 1_500;

/**
 * How regular the spectrum between 5 and 8 kHz is: the share of its variation that repeats at a pitch's spacing. Much more than the
 * generator's is heard as a buzz. As `lines` of `training/decoder/evaluate.py`.
 */
export function regularLines(sound: Float32Array): number {
  const frames = audibleFrames(sound);
  const spectrum = createPowerSpectrum(SIZE);
  const spread = createPowerSpectrum(2 * SIZE);
  const [first, end] = [HERTZ.from, HERTZ.to].map((hertz) => Math.floor((hertz * SIZE) / RATE)) as [
    number,
    number,
  ];
  const window = hannWindow(end - first);
  const powers = new Float64Array(end);
  const periods = new Float64Array(SIZE + 1);
  const logs = new Float64Array(2 * SIZE);
  const shares = frames.map((frame) => {
    spectrum(frame, powers);
    const heights = Array.from(powers.subarray(first), (power) => Math.log(Math.sqrt(power) + 1e-5));
    const mean = heights.reduce((sum, height) => sum + height, 0) / heights.length;
    for (const [i, height] of heights.entries()) logs[i] = (height - mean) * (window[i] ?? 0);
    spread(logs, periods);
    let most = 0;
    let all = 0;
    for (let k = 1; k < periods.length; k += 1) {
      const spacing = (2 * RATE) / k;
      const strength = periods[k] ?? 0;
      if (spacing > PITCH_HERTZ.from && spacing < PITCH_HERTZ.to) most = Math.max(most, strength);
      if (spacing < WIDEST_HERTZ) all += strength;
    }
    return most / all;
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

function audibleFrames(sound: Float32Array): Float64Array[] {
  const window = hannWindow(SIZE);
  const frames: { energy: number; windowed: Float64Array }[] = [];
  for (let first = -SIZE / 2; first < sound.length - SIZE / 2; first += HOP) {
    const samples = Float64Array.from({ length: SIZE }, (_, i) => sound[first + i] ?? 0);
    const energy = samples.reduce((sum, value) => sum + value * value, 0);
    frames.push({ energy, windowed: samples.map((value, i) => value * (window[i] ?? 0)) });
  }
  const loudest = frames.reduce((most, { energy }) => Math.max(most, energy), 0);
  return frames.filter(({ energy }) => energy > loudest * AUDIBLE).map(({ windowed }) => windowed);
}
