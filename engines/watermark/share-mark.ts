import { createFourier } from '../dsp/index.ts';

const SIZE = 512;
const HOP = SIZE / 2;
/** The square of this window and of its neighbour sum to one. */
const WINDOW = Float64Array.from({ length: SIZE }, (_, n) => Math.sin((Math.PI * (n + 0.5)) / SIZE));
const SILENCE = new Float32Array();

/**
 * What each part of a sound gets of its mark: in every place of the spectrum the same share of itself. So the parts' marks
 * sum to the mark of the whole, and a part that is silent stays silent.
 */
export function shareMark(
  whole: Float32Array,
  mark: Float32Array,
  parts: readonly Float32Array[],
): Float32Array[] {
  const transform = createFourier(SIZE);
  const made = parts.map(() => new Float32Array(whole.length));
  const gain = emptySpectrum();
  const frame = emptySpectrum();
  for (let at = -HOP; at < whole.length; at += HOP) {
    // Two real sounds are transformed at once, as the two parts of a complex one.
    readFrame(frame, whole, mark, at);
    transform(frame.real, frame.imaginary);
    quotient(frame, gain);
    for (let k = 0; k < parts.length; k += 2) {
      if (!readFrame(frame, parts[k] ?? SILENCE, parts[k + 1] ?? SILENCE, at)) continue;
      transform(frame.real, frame.imaginary);
      multiply(frame, gain);
      // Swapped, it is transformed back.
      transform(frame.imaginary, frame.real);
      addFrame(made[k] ?? SILENCE, frame.real, at);
      addFrame(made[k + 1] ?? SILENCE, frame.imaginary, at);
    }
  }
  return made;
}

type Spectrum = { real: Float64Array; imaginary: Float64Array };

function emptySpectrum(): Spectrum {
  return { real: new Float64Array(SIZE), imaginary: new Float64Array(SIZE) };
}

/** False if there is only silence. */
function readFrame({ real, imaginary }: Spectrum, one: Float32Array, other: Float32Array, at: number) {
  let isAudible = false;
  for (let n = 0; n < SIZE; n += 1) {
    const a = one[at + n] ?? 0;
    const b = other[at + n] ?? 0;
    const weight = WINDOW[n] as number;
    real[n] = weight * a;
    imaginary[n] = weight * b;
    isAudible ||= a !== 0 || b !== 0;
  }
  return isAudible;
}

/**
 * The spectrum of the mark by that of the sound, which were transformed together. Where the sound has next to nothing there
 * is nothing to share by: the gain stays at or under 1.
 */
function quotient({ real, imaginary }: Spectrum, gain: Spectrum): void {
  for (let k = 0; k < SIZE; k += 1) {
    const mirrored = (SIZE - k) % SIZE;
    const x = real[k] as number;
    const y = imaginary[k] as number;
    const u = real[mirrored] as number;
    const v = imaginary[mirrored] as number;
    const soundReal = (x + u) / 2;
    const soundImaginary = (y - v) / 2;
    const markReal = (y + v) / 2;
    const markImaginary = (u - x) / 2;
    const sound = soundReal * soundReal + soundImaginary * soundImaginary;
    const mark = markReal * markReal + markImaginary * markImaginary;
    const power = Math.max(sound, Math.sqrt(mark * sound), Number.MIN_VALUE);
    gain.real[k] = (markReal * soundReal + markImaginary * soundImaginary) / power;
    gain.imaginary[k] = (markImaginary * soundReal - markReal * soundImaginary) / power;
  }
}

function multiply({ real, imaginary }: Spectrum, gain: Spectrum): void {
  for (let k = 0; k < SIZE; k += 1) {
    const a = gain.real[k] as number;
    const b = gain.imaginary[k] as number;
    const c = real[k] as number;
    const d = imaginary[k] as number;
    real[k] = a * c - b * d;
    imaginary[k] = a * d + b * c;
  }
}

function addFrame(sound: Float32Array, frame: Float64Array, at: number): void {
  const end = Math.min(at + SIZE, sound.length);
  for (let i = Math.max(0, at); i < end; i += 1)
    sound[i] = (sound[i] as number) + ((WINDOW[i - at] as number) * (frame[i - at] as number)) / SIZE;
}
