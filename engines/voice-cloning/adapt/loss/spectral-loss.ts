import type { Band } from '../../../dsp/index.ts';
import { bandWeights, fourierWeights } from '../../fit/listener/windows.ts';
import type { Formulas } from './formulas.ts';

const RATE = 24_000;
/** Amplitude below which nothing is heard. */
const FLOOR = 3e-5;
/** Keeps the slope of a square root finite. */
const LEAST_POWER = 1e-14;
/** Frame size to bands of the mel scale. */
const SIZES = new Map([
  [256, 0],
  [512, 40],
  [1_024, 80],
  [2_048, 128],
]);
const COHERENT_SIZES = [512, 1_024];
const BALANCE_SIZE = 1_024;
/** Above this, a voice is not periodic enough to be held to its very waves. */
const COHERENT_HERTZ = 2_000;
/** Share of the power of the loudest frame of a window: 40 dB below it, it is still speech. */
const SPOKEN = 1e-4;
const WEIGHTS = { logs: 4, mels: 30, coherence: 3, balance: 20 };

export type Sounds = {
  made: string;
  /** The part of it that the pulses make. */
  harmonic: string;
  /** What it should be. */
  real: string;
};

/**
 * How far a sound is from the generator's: log magnitudes, log mels, the pulses' part against the sound itself, and the balance of
 * the bands over a window, in which errors of single frames cancel out and a bias does not. As `training/decoder/losses.py`, which
 * taught the decoder. All sounds are [1, 1, samples].
 */
export function spectralLoss(formulas: Formulas, sounds: Sounds, samples: number): string {
  const { add, mul } = formulas;
  const parts = [...SIZES].flatMap(([size, bands]) => {
    const frame = frameOf(formulas, size, samples);
    const [made, real] = [spectrumOf(formulas, frame, sounds.made), spectrumOf(formulas, frame, sounds.real)];
    const losses = [mul(logLoss(formulas, frame, made, real), WEIGHTS.logs / SIZES.size)];
    if (bands > 0) losses.push(...melLosses(formulas, frame, made, real, bands));
    if (COHERENT_SIZES.includes(size)) {
      const harmonic = spectrumOf(formulas, frame, sounds.harmonic);
      const loss = coherenceLoss(formulas, frame, harmonic, real);
      losses.push(mul(loss, WEIGHTS.coherence / COHERENT_SIZES.length));
    }
    return losses;
  });
  return parts.reduce((sum, part) => add(sum, part));
}

type Frame = { size: number; bins: number; count: number; waves: string };
/** Cosines and sines of each bin, their squares, and the power of each bin. */
type Spectrum = { waves: string; squares: string; power: string };

function frameOf(formulas: Formulas, size: number, samples: number): Frame {
  const bins = size / 2 + 1;
  const frequencies = Array.from({ length: bins }, (_, k) => k / size);
  const hann = (wave: Float64Array): Float64Array =>
    wave.map((value, n) => (value * (0.5 - 0.5 * Math.cos((2 * Math.PI * n) / size))) / (size / 4));
  const waves = formulas.constant(fourierWeights('', frequencies, hann, size));
  return { size, bins, count: Math.floor(samples / (size / 4)) + 1, waves };
}

function spectrumOf({ tape, square, channels, add }: Formulas, frame: Frame, sound: string): Spectrum {
  const { size, bins } = frame;
  const ends = tape.intConstant([0, 0, size / 2, 0, 0, size / 2]);
  const padded = tape.node('Pad', [sound, ends], { mode: { text: 'reflect' } });
  const geometry = { kernel_shape: { ints: [size] }, strides: { ints: [size / 4] } };
  const waves = tape.node('Conv', [padded, frame.waves], geometry);
  const squares = square(waves);
  const power = add(add(channels(squares, 0, bins), channels(squares, bins, 2 * bins)), LEAST_POWER);
  return { waves, squares, power };
}

function logLoss(
  { add, log, sqrt, sub, ...formulas }: Formulas,
  frame: Frame,
  a: Spectrum,
  b: Spectrum,
): string {
  const [made, real] = [a, b].map(({ power }) => log(add(sqrt(power), FLOOR))) as [string, string];
  return mean(formulas, sub(made, real), frame.bins * frame.count);
}

/** By mels, and for one size by the balance of bands and by the level. */
function melLosses(formulas: Formulas, frame: Frame, a: Spectrum, b: Spectrum, bands: number): string[] {
  const { tape, add, log, sub, mul, div, sum, abs, greatest, isGreater } = formulas;
  const bank = formulas.constant(bandWeights('', melBank(bands, frame.size), frame.bins));
  const [made, real] = [a, b].map(({ squares }) => {
    const powers = tape.node('Conv', [squares, bank], { kernel_shape: { ints: [1] } });
    return mul(log(add(powers, FLOOR ** 2)), 0.5);
  }) as [string, string];
  const away = sub(made, real);
  const byMels = mul(mean(formulas, away, bands * frame.count), WEIGHTS.mels / (SIZES.size - 1));
  if (frame.size !== BALANCE_SIZE) return [byMels];
  const [loudness, realLoudness] = [a, b].map(({ power }) => sum(power, 1)) as [string, string];
  const isSpoken = isGreater(realLoudness, mul(greatest(realLoudness), SPOKEN));
  const spoken = div(isSpoken, sum(isSpoken));
  const balance = mean(formulas, sum(mul(away, spoken), 2), bands);
  const [level, realLevel] = [loudness, realLoudness].map((one) =>
    mul(log(add(mul(sum(one), 1 / frame.count), FLOOR ** 2)), 0.5),
  ) as [string, string];
  return [byMels, mul(balance, WEIGHTS.balance), mul(abs(sub(level, realLevel)), WEIGHTS.balance)];
}

function coherenceLoss(formulas: Formulas, frame: Frame, own: Spectrum, real: Spectrum): string {
  const { tape, add, sub, mul, div, sqrt, square, least, sum, channels, shaped } = formulas;
  const { bins, size } = frame;
  const pooled = tape.node('AveragePool', [shaped(sqrt(real.power), [1, 1, bins, -1])], {
    kernel_shape: { ints: [5, 3] },
    pads: { ints: [2, 1, 2, 1] },
    count_include_pad: { int: 0 },
  });
  const loud = shaped(pooled, [1, bins, -1]);
  const periodic = Float32Array.from({ length: bins }, (_, k) => {
    const hertz = (k * RATE) / size;
    return 1 / (1 + (hertz / COHERENT_HERTZ) ** 4);
  });
  const audible = div(loud, add(loud, 3e-4));
  const weights = mul(audible, formulas.constant({ values: periodic, shape: [1, bins, 1] }));
  const squares = square(sub(own.waves, real.waves));
  const power = add(channels(squares, 0, bins), channels(squares, bins, 2 * bins));
  const away = least(div(sqrt(add(power, LEAST_POWER)), add(loud, 1e-4)), 8);
  return div(sum(mul(away, weights)), add(sum(weights), 1));
}

function mean({ abs, sum, mul }: Pick<Formulas, 'abs' | 'sum' | 'mul'>, away: string, count: number): string {
  return mul(sum(abs(away)), 1 / count);
}

/** Triangles that stand evenly on the mel scale, their sides straight in hertz, each with the sum 1. */
function melBank(bands: number, size: number): Band[] {
  const top = 2_595 * Math.log10(1 + RATE / 2 / 700);
  const edges = Array.from(
    { length: bands + 2 },
    (_, i) => 700 * (10 ** ((i * top) / (bands + 1) / 2_595) - 1),
  );
  return Array.from({ length: bands }, (_, band) => {
    const [low = 0, middle = 0, high = 0] = edges.slice(band, band + 3);
    const weights = Float64Array.from({ length: size / 2 + 1 }, (_, k) => {
      const hertz = (k * RATE) / size;
      return Math.max(0, Math.min((hertz - low) / (middle - low), (high - hertz) / (high - middle)));
    });
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return { first: 0, weights: weights.map((weight) => weight / sum) };
  });
}
