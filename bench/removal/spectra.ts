import { type Chance, createChance, createFourier, gaussian, hannWindow } from '../../engines/dsp/index.ts';

const SIZE = 1_024;
const HOP = 256;
const BINS = SIZE / 2 + 1;
/** The window is applied twice, and its squares overlap to this. */
const OVERLAP = 1.5;
const ROUNDS = 16;

/** Real and imaginary parts of the bins of a frame, one after the other. */
type Frame = { real: Float64Array; imaginary: Float64Array };

const fourier = createFourier(SIZE);
const window = hannWindow(SIZE);

export function framesOf(sound: Float32Array): Frame[] {
  const count = Math.ceil((sound.length + SIZE) / HOP);
  return Array.from({ length: count }, (_, n) => {
    const real = Float64Array.from(
      { length: SIZE },
      (_, i) => (window[i] ?? 0) * (sound[n * HOP + i - SIZE + HOP] ?? 0),
    );
    const imaginary = new Float64Array(SIZE);
    fourier(real, imaginary);
    return { real: real.slice(0, BINS), imaginary: imaginary.slice(0, BINS) };
  });
}

export function soundOf(frames: readonly Frame[], length: number): Float32Array {
  const sound = new Float32Array(length);
  for (const [n, frame] of frames.entries()) {
    // Swapping the parts transforms back. The upper half mirrors the lower one.
    const real = new Float64Array(SIZE);
    const imaginary = new Float64Array(SIZE);
    real.set(frame.real);
    imaginary.set(frame.imaginary);
    for (let k = 1; k < BINS - 1; k += 1) {
      real[SIZE - k] = frame.real[k] ?? 0;
      imaginary[SIZE - k] = -(frame.imaginary[k] ?? 0);
    }
    fourier(imaginary, real);
    for (let i = 0; i < SIZE; i += 1) {
      const at = n * HOP + i - SIZE + HOP;
      if (at >= 0 && at < length)
        sound[at] = (sound[at] ?? 0) + ((window[i] ?? 0) * (real[i] ?? 0)) / (SIZE * OVERLAP);
    }
  }
  return sound;
}

export function magnitudesOf({ real, imaginary }: Frame): Float64Array {
  return real.map((value, k) => Math.hypot(value, imaginary[k] ?? 0));
}

/** Multiplies each bin of each frame. */
export function withGains(
  sound: Float32Array,
  gainsOf: (magnitudes: readonly Float64Array[]) => readonly Float64Array[],
): Float32Array {
  const frames = framesOf(sound);
  const gains = gainsOf(frames.map(magnitudesOf));
  const changed = frames.map(({ real, imaginary }, n) => ({
    real: real.map((value, k) => value * (gains[n]?.[k] ?? 1)),
    imaginary: imaginary.map((value, k) => value * (gains[n]?.[k] ?? 1)),
  }));
  return soundOf(changed, sound.length);
}

/** A sound with these magnitudes, and phases that fit them as well as sixteen rounds find (Griffin and Lim). */
export function withNewPhases(magnitudes: readonly Float64Array[], length: number): Float32Array {
  const chance = createChance(3);
  let frames = magnitudes.map((row) => turned(row, () => 2 * Math.PI * chance()));
  for (let round = 0; round < ROUNDS; round += 1) {
    const heard = framesOf(soundOf(frames, length));
    frames = magnitudes.map((row, n) =>
      turned(row, (k) => Math.atan2(heard[n]?.imaginary[k] ?? 0, heard[n]?.real[k] ?? 0)),
    );
  }
  return soundOf(frames, length);
}

function turned(magnitudes: Float64Array, phaseOf: (k: number) => number): Frame {
  const phases = magnitudes.map((_, k) => phaseOf(k));
  return {
    real: magnitudes.map((value, k) => value * Math.cos(phases[k] ?? 0)),
    imaginary: magnitudes.map((value, k) => value * Math.sin(phases[k] ?? 0)),
  };
}

/** Each bin belongs to one of 48 bands, which are as wide as those that hearing tells apart. */
const BANDS = 48;
const bandOfBin = Array.from({ length: BINS }, (_, k) => {
  const hertz = (k * 24_000) / SIZE;
  return Math.min(
    BANDS - 1,
    Math.floor((13 * Math.atan(0.00076 * hertz) + 3.5 * Math.atan((hertz / 7_500) ** 2)) * (BANDS / 24)),
  );
});

/** The level of each band in dB, frame by frame. */
export function bandLevels(magnitudes: readonly Float64Array[]): Float64Array[] {
  return magnitudes.map((row) => {
    const power = new Float64Array(BANDS).fill(1e-9);
    for (const [k, value] of row.entries()) {
      const band = bandOfBin[k] ?? 0;
      power[band] = (power[band] ?? 0) + value * value;
    }
    return power.map((value) => 10 * Math.log10(value));
  });
}

export function gainsOfBands(decibels: readonly Float64Array[]): Float64Array[] {
  return decibels.map((row) =>
    Float64Array.from({ length: BINS }, (_, k) => 10 ** ((row[bandOfBin[k] ?? 0] ?? 0) / 20)),
  );
}

/** Levels that wave by chance, `decibels` rms, at 4 to 14 Hz: what hides the mark's own waves. */
export function randomWaves(frames: number, decibels: number): Float64Array[] {
  const chance: Chance = createChance(8);
  const noise = Array.from({ length: frames }, () =>
    Float64Array.from({ length: BANDS }, () => gaussian(chance)),
  );
  const waves = betweenRates(noise);
  const rms = Math.sqrt(
    waves.flatMap((row) => [...row]).reduce((sum, value) => sum + value * value, 0) / (frames * BANDS),
  );
  return waves.map((row) => row.map((value) => (value * decibels) / rms));
}

/** What in the levels waves at 4 to 14 Hz: a mean of 5 frames (53 ms) less one of 23 (245 ms). */
export function betweenRates(levels: readonly Float64Array[]): Float64Array[] {
  const quick = smoothed(levels, 2);
  const slow = smoothed(levels, 11);
  return quick.map((row, n) => row.map((value, band) => value - (slow[n]?.[band] ?? 0)));
}

function smoothed(levels: readonly Float64Array[], reach: number): Float64Array[] {
  return levels.map((row, n) => {
    const near = levels.slice(Math.max(0, n - reach), n + reach + 1);
    return row.map((_, band) => near.reduce((sum, other) => sum + (other[band] ?? 0), 0) / near.length);
  });
}

/** Magnitudes as a mel spectrogram of so many bands has them: as a vocoder gets them. */
export function throughMel(magnitudes: readonly Float64Array[], count: number): Float64Array[] {
  const mel = (k: number): number => 2_595 * Math.log10(1 + (k * 24_000) / SIZE / 700);
  const top = mel(BINS - 1);
  const places = Array.from({ length: BINS }, (_, k) => (mel(k) / top) * (count - 1));
  return magnitudes.map((row) => {
    const power = new Float64Array(count);
    const weight = new Float64Array(count).fill(1e-9);
    for (const [k, place] of places.entries())
      for (const [band, share] of [
        [Math.floor(place), 1 - (place % 1)],
        [Math.ceil(place), place % 1],
      ] as const) {
        power[band] = (power[band] ?? 0) + share * (row[k] ?? 0) ** 2;
        weight[band] = (weight[band] ?? 0) + share;
      }
    const level = power.map((value, band) => Math.sqrt(value / (weight[band] ?? 1)));
    return row.map((_, k) => {
      const place = places[k] ?? 0;
      return (
        (1 - (place % 1)) * (level[Math.floor(place)] ?? 0) + (place % 1) * (level[Math.ceil(place)] ?? 0)
      );
    });
  });
}
