import { createFourier } from '../dsp/index.ts';

const SIZE = 512;
const HOP = SIZE / 2;
/** The square of this window and of its neighbour sum to one. */
const WINDOW = Float64Array.from({ length: SIZE }, (_, n) => Math.sin((Math.PI * (n + 0.5)) / SIZE));

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
  for (let at = -HOP; at < whole.length; at += HOP) {
    const sound = spectrum(transform, whole, at);
    const change = spectrum(transform, mark, at);
    const gain = quotient(change, sound);
    for (const [k, part] of parts.entries()) {
      const own = product(gain, spectrum(transform, part, at));
      // Swapped, it is transformed back.
      transform(own.imaginary, own.real);
      addFrame(made[k] as Float32Array, own.real, at);
    }
  }
  return made;
}

type Spectrum = { real: Float64Array; imaginary: Float64Array };

function spectrum(transform: ReturnType<typeof createFourier>, sound: Float32Array, at: number): Spectrum {
  const real = Float64Array.from(WINDOW, (weight, n) => weight * (sound[at + n] ?? 0));
  const imaginary = new Float64Array(SIZE);
  transform(real, imaginary);
  return { real, imaginary };
}

/** Where the sound has next to nothing there is nothing to share by: the gain stays at or under 1. */
function quotient(change: Spectrum, sound: Spectrum): Spectrum {
  const gain = { real: new Float64Array(SIZE), imaginary: new Float64Array(SIZE) };
  for (let k = 0; k < SIZE; k += 1) {
    const a = change.real[k] as number;
    const b = change.imaginary[k] as number;
    const c = sound.real[k] as number;
    const d = sound.imaginary[k] as number;
    const power = Math.max(c * c + d * d, Math.sqrt((a * a + b * b) * (c * c + d * d)), Number.MIN_VALUE);
    gain.real[k] = (a * c + b * d) / power;
    gain.imaginary[k] = (b * c - a * d) / power;
  }
  return gain;
}

function product(gain: Spectrum, sound: Spectrum): Spectrum {
  for (let k = 0; k < SIZE; k += 1) {
    const a = gain.real[k] as number;
    const b = gain.imaginary[k] as number;
    const c = sound.real[k] as number;
    const d = sound.imaginary[k] as number;
    sound.real[k] = a * c - b * d;
    sound.imaginary[k] = a * d + b * c;
  }
  return sound;
}

function addFrame(sound: Float32Array, frame: Float64Array, at: number): void {
  const end = Math.min(at + SIZE, sound.length);
  for (let i = Math.max(0, at); i < end; i += 1)
    sound[i] = (sound[i] as number) + ((WINDOW[i - at] as number) * (frame[i - at] as number)) / SIZE;
}
