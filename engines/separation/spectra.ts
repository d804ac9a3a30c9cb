import { createFourier, hannWindow } from '../dsp/index.ts';

/** 43 ms at 48 kHz, every 11 ms. */
export const FRAME = 2_048;
export const HOP = FRAME / 4;
export const BINS = FRAME / 2 + 1;
/** The squares of the windows that overlap at a sample sum to this. */
const OVERLAP = 2;

const WINDOW = hannWindow(FRAME).map(Math.sqrt);
const transform = createFourier(FRAME);

/** Complex spectra of a signal, frame after frame. */
export type Spectra = { real: Float32Array; imaginary: Float32Array };

function framesIn(length: number): number {
  return Math.max(0, Math.floor((length - FRAME) / HOP) + 1);
}

/** Two signals cost as much as one: the second is the imaginary part of the first. */
export function analyse(first: Float32Array, second: Float32Array): [Spectra, Spectra] {
  const frames = framesIn(first.length);
  const a = emptySpectra(frames);
  const b = emptySpectra(frames);
  const real = new Float64Array(FRAME);
  const imaginary = new Float64Array(FRAME);
  for (let frame = 0; frame < frames; frame += 1) {
    for (let i = 0; i < FRAME; i += 1) {
      real[i] = (WINDOW[i] as number) * (first[frame * HOP + i] as number);
      imaginary[i] = (WINDOW[i] as number) * (second[frame * HOP + i] as number);
    }
    transform(real, imaginary);
    for (let bin = 0; bin < BINS; bin += 1) {
      const mirrored = (FRAME - bin) % FRAME;
      const x = real[bin] as number;
      const y = imaginary[bin] as number;
      const u = real[mirrored] as number;
      const v = imaginary[mirrored] as number;
      const at = frame * BINS + bin;
      a.real[at] = (x + u) / 2;
      a.imaginary[at] = (y - v) / 2;
      b.real[at] = (y + v) / 2;
      b.imaginary[at] = (u - x) / 2;
    }
  }
  return [a, b];
}

/** The signals of two spectra. Their first and last frame are not whole. */
export function synthesise(a: Spectra, b: Spectra, length: number): [Float32Array, Float32Array] {
  const made: [Float32Array, Float32Array] = [new Float32Array(length), new Float32Array(length)];
  const real = new Float64Array(FRAME);
  const imaginary = new Float64Array(FRAME);
  for (let frame = 0; frame < framesIn(length); frame += 1) {
    for (let bin = 0; bin < BINS; bin += 1) {
      const mirrored = (FRAME - bin) % FRAME;
      const at = frame * BINS + bin;
      const ar = a.real[at] as number;
      const ai = a.imaginary[at] as number;
      const br = b.real[at] as number;
      const bi = b.imaginary[at] as number;
      real[mirrored] = ar + bi;
      imaginary[mirrored] = br - ai;
      real[bin] = ar - bi;
      imaginary[bin] = ai + br;
    }
    // Swapped parts transform back.
    transform(imaginary, real);
    for (const [c, part] of [real, imaginary].entries()) {
      const channel = made[c] as Float32Array;
      for (let i = 0; i < FRAME; i += 1) {
        const value = ((WINDOW[i] as number) * (part[i] as number)) / (FRAME * OVERLAP);
        channel[frame * HOP + i] = (channel[frame * HOP + i] as number) + value;
      }
    }
  }
  return made;
}

function emptySpectra(frames: number): Spectra {
  return { real: new Float32Array(frames * BINS), imaginary: new Float32Array(frames * BINS) };
}
