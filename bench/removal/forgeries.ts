import { bandLevels, framesOf, gainsOfBands, magnitudesOf, withGains } from './spectra.ts';

/** `person` is a recording without a mark. The others are what was made here: before the mark, which the program can show, and with it. */
type Materials = {
  person: Float32Array;
  plain: Float32Array;
  marked: Float32Array;
  mark(sound: Float32Array): Promise<Float32Array>;
  denoise(sound: Float32Array): Promise<Float32Array>;
};

/** Ways to make a recording of a person pass for one that was made here. */
export const FORGERIES: Record<string, (materials: Materials) => Promise<Float32Array>> = {
  'none: the recording itself': async ({ person }) => person,
  'the embedder marks the recording': ({ person, mark }) => mark(person),
  'what the mark added to a marked sound, added': async ({ person, plain, marked }) =>
    sum(person, difference(marked, plain), 1),
  'the same, 6 dB louder': async ({ person, plain, marked }) => sum(person, difference(marked, plain), 2),
  'what our denoiser takes from a marked sound, added': async ({ person, marked, denoise }) =>
    sum(person, difference(marked, await denoise(marked)), 1),
  'what the mark did to the levels of 48 bands, done again': async ({ person, plain, marked }) => {
    const levels = (sound: Float32Array) => bandLevels(framesOf(sound).map(magnitudesOf));
    const before = levels(plain);
    const waves = levels(marked).map((row, n) =>
      row.map((level, band) => level - (before[n]?.[band] ?? level)),
    );
    return withGains(person, () => gainsOfBands(waves));
  },
  'a marked sound, 20 dB below the recording': async ({ person, marked }) =>
    sum(person, marked, 0.1 * ratio(person, marked)),
  'a marked sound, 10 dB below the recording': async ({ person, marked }) =>
    sum(person, marked, 0.32 * ratio(person, marked)),
};

function sum(sound: Float32Array, other: Float32Array, gain: number): Float32Array {
  return sound.map((x, i) => x + gain * (other[i] ?? 0));
}

function difference(one: Float32Array, other: Float32Array): Float32Array {
  return one.map((x, i) => x - (other[i] ?? 0));
}

function ratio(one: Float32Array, other: Float32Array): number {
  const power = (sound: Float32Array): number => sound.reduce((all, x) => all + x * x, 0) / sound.length;
  return Math.sqrt(power(one) / power(other));
}
