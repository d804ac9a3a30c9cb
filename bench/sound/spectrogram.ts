import { createPowerSpectrum, hannWindow } from '../../engines/dsp/index.ts';

const SIZE = 2_048;
const LOWEST_HERTZ = 40;
const HIGHEST_HERTZ = 18_000;
const RANGE_DB = 85;

export type Picture = { width: number; height: number; pixels: Uint8Array };

/** Time from left to right, 40 Hz to 18 kHz from bottom to top in octaves, 85 dB from black to white, which is `white` or the loudest place. */
export function drawSpectrogram(
  samples: Float32Array,
  rate: number,
  width: number,
  height: number,
  white?: number,
): Picture & { top: number } {
  const spectrum = createPowerSpectrum(SIZE);
  const window = hannWindow(SIZE);
  const power = new Float64Array(SIZE / 2);
  const frame = new Float64Array(SIZE);
  const levels = new Float64Array(width * height);
  for (let x = 0; x < width; x += 1) {
    const middle = Math.floor(((x + 0.5) * samples.length) / width);
    for (let i = 0; i < SIZE; i += 1)
      frame[i] = (window[i] as number) * (samples[middle - SIZE / 2 + i] ?? 0);
    spectrum(frame, power);
    for (let y = 0; y < height; y += 1) {
      const low = binOf(y, height, rate);
      const high = binOf(y + 1, height, rate);
      let most = 0;
      for (let bin = Math.floor(low); bin <= Math.max(Math.floor(low), Math.ceil(high) - 1); bin += 1)
        most = Math.max(most, power[bin] ?? 0);
      levels[(height - 1 - y) * width + x] = 10 * Math.log10(most + 1e-12);
    }
  }
  const top = white ?? levels.reduce((most, level) => Math.max(most, level), -120);
  const pixels = new Uint8Array(3 * width * height);
  for (const [i, level] of levels.entries()) pixels.set(colourOf(1 + (level - top) / RANGE_DB), 3 * i);
  return { width, height, pixels, top };
}

function binOf(y: number, height: number, rate: number): number {
  return (LOWEST_HERTZ * (HIGHEST_HERTZ / LOWEST_HERTZ) ** (y / height) * SIZE) / rate;
}

/** Black, violet, red, yellow, white. */
function colourOf(x: number): [number, number, number] {
  const part = (from: number, to: number) =>
    Math.round(255 * Math.min(1, Math.max(0, (x - from) / (to - from))));
  return [part(0.15, 0.6), part(0.5, 0.9), x < 0.5 ? Math.round(0.6 * part(0, 0.4)) : part(0.85, 1)];
}

/** Pictures of one size, side by side in rows. */
export function tiled(pictures: readonly Picture[], columns: number, gap = 4): Picture {
  const [{ width: w, height: h } = { width: 1, height: 1 }] = pictures;
  const rows = Math.ceil(pictures.length / columns);
  const width = columns * (w + gap) - gap;
  const height = rows * (h + gap) - gap;
  const pixels = new Uint8Array(3 * width * height).fill(90);
  for (const [i, picture] of pictures.entries()) {
    const left = (i % columns) * (w + gap);
    const top = Math.floor(i / columns) * (h + gap);
    for (let y = 0; y < h; y += 1)
      pixels.set(picture.pixels.subarray(3 * w * y, 3 * w * (y + 1)), 3 * ((top + y) * width + left));
  }
  return { width, height, pixels };
}
