import { between, type Chance } from '../../dsp/index.ts';
import { RATE } from './signal.ts';

/** One way in which a thing vibrates. `seconds`: until it is 60 dB quieter. */
export type Mode = { hertz: number; seconds: number; gain: number };

/** The material of a thing: how its modes lie, how long they ring, how bright a blow is. */
export type Substance = {
  /** Lowest mode of a thing of usual size. */
  hertz: number;
  ratios: readonly number[];
  seconds: number;
  /** How much sooner high modes die: at twice the frequency after 2^−damping of the time. */
  damping: number;
  /** Level of each mode compared with the one an octave below, in dB. */
  slopeDb: number;
  /** Duration of the contact. Hard things are short. */
  contactSeconds: number;
  /** Noise of the contact itself, against the ringing. */
  noise: number;
};

const PLATE = [1, 1.52, 2.02, 2.64, 3.13, 3.91, 4.68, 5.6, 6.77, 8.12, 9.63, 11.2, 13.1];
const BLOCK = [1, 1.58, 2.24, 2.92, 3.6, 4.43, 5.35, 6.6];

export const SUBSTANCES = {
  wood: {
    hertz: 210,
    ratios: BLOCK,
    seconds: 0.28,
    damping: 0.9,
    slopeDb: -5,
    contactSeconds: 0.0016,
    noise: 0.5,
  },
  metal: {
    hertz: 330,
    ratios: PLATE,
    seconds: 1.9,
    damping: 0.35,
    slopeDb: -2,
    contactSeconds: 0.0004,
    noise: 0.25,
  },
  glass: {
    hertz: 1_250,
    ratios: [1, 1.48, 2.32, 3.1, 4.25, 5.2, 6.63],
    seconds: 0.75,
    damping: 0.5,
    slopeDb: -3,
    contactSeconds: 0.0003,
    noise: 0.2,
  },
  stone: {
    hertz: 420,
    ratios: BLOCK,
    seconds: 0.09,
    damping: 0.5,
    slopeDb: -3,
    contactSeconds: 0.0006,
    noise: 1,
  },
  plastic: {
    hertz: 480,
    ratios: BLOCK,
    seconds: 0.1,
    damping: 0.8,
    slopeDb: -4,
    contactSeconds: 0.0011,
    noise: 0.6,
  },
  ceramic: {
    hertz: 760,
    ratios: [1, 1.72, 2.55, 3.4, 4.6, 5.9, 7.4],
    seconds: 0.3,
    damping: 0.5,
    slopeDb: -3,
    contactSeconds: 0.0004,
    noise: 0.4,
  },
  cardboard: {
    hertz: 150,
    ratios: BLOCK,
    seconds: 0.09,
    damping: 1,
    slopeDb: -5,
    contactSeconds: 0.003,
    noise: 0.8,
  },
  rubber: {
    hertz: 90,
    ratios: [1, 1.7, 2.6],
    seconds: 0.11,
    damping: 1.2,
    slopeDb: -9,
    contactSeconds: 0.006,
    noise: 0.3,
  },
  flesh: {
    hertz: 75,
    ratios: [1, 1.6, 2.3, 3.2],
    seconds: 0.13,
    damping: 1,
    slopeDb: -6,
    contactSeconds: 0.004,
    noise: 1.2,
  },
} as const satisfies Record<string, Substance>;
export type Material = keyof typeof SUBSTANCES;

/** The modes of one thing; two things of the same kind differ a little. A thing twice as large sounds an octave lower. */
export function modesOf(substance: Substance, size: number, chance: Chance, detune = 0.04): Mode[] {
  const { hertz, ratios, seconds, damping, slopeDb } = substance;
  return ratios
    .map((ratio) => {
      const spread = ratio * between(chance, 1 - detune, 1 + detune);
      return {
        hertz: (hertz / size) * spread,
        seconds: seconds * size ** 0.6 * ratio ** -damping * between(chance, 0.8, 1.2),
        gain: 10 ** ((slopeDb * Math.log2(ratio)) / 20) * between(chance, 0.6, 1.2),
      };
    })
    .filter((mode) => mode.hertz < 18_000);
}

/** Lets a thing with these modes ring under a force: a blow, or a scrape that goes on. */
export function resonate(force: Float32Array, modes: readonly Mode[], length = force.length): Float32Array {
  const sound = new Float32Array(length);
  for (const { hertz, seconds, gain } of modes) {
    const radius = 10 ** (-3 / (Math.max(seconds, 0.002) * RATE));
    const turn = 2 * radius * Math.cos((2 * Math.PI * hertz) / RATE);
    const loss = radius * radius;
    const level = gain * Math.sin((2 * Math.PI * hertz) / RATE);
    const end = Math.min(length, force.length + Math.ceil(1.7 * seconds * RATE));
    let before = 0;
    let beforeThat = 0;
    for (let i = 0; i < end; i += 1) {
      const now = turn * before - loss * beforeThat + (i < force.length ? level * (force[i] as number) : 0);
      beforeThat = before;
      before = now;
      sound[i] = (sound[i] as number) + now;
    }
  }
  return sound;
}
