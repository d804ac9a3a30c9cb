import { between, type Chance } from '../../dsp/index.ts';
import { lines, strike } from '../blocks/curves.ts';
import { bandPass, highPass, lowPass } from '../blocks/filters.ts';
import { SUBSTANCES } from '../blocks/modes.ts';
import { sparks, whiteNoise } from '../blocks/noise.ts';
import { addAt, addPanned, type Stereo, samplesIn, silence, silentStereo, times } from '../blocks/signal.ts';
import { blow, bubble, thump } from '../blocks/strikes.ts';
import type { Scene } from '../kind.ts';

type Step = (chance: Chance, size: number) => Float32Array;

/** Loose ground gives way: grains, most of them as the weight comes down. */
function crunch(
  chance: Chance,
  { seconds, perSecond, hertz, q = 0.6 }: { seconds: number; perSecond: number; hertz: number; q?: number },
): Float32Array {
  const n = samplesIn(seconds);
  const grains = bandPass(sparks(n, perSecond, chance, 3), hertz, q);
  return times(grains, lines(n, [0, 0.1, 0.07, 1, 0.2, 0.3, 0.32, 0.5, 0.6, 0.08, 1, 0]));
}

/** The heel strikes first, then the sole. */
function hardStep(
  chance: Chance,
  size: number,
  substance: (typeof SUBSTANCES)['wood' | 'stone' | 'metal'],
  bright: number,
): Float32Array {
  const step = silence(0.6);
  const heel = blow({ substance, size: 0.9 * size, force: bright, seconds: 0.5 }, chance);
  addAt(step, heel, 0, 1);
  addAt(step, thump(80 / size, 0.035), 0, 0.4);
  const sole = samplesIn(between(chance, 0.05, 0.075));
  addAt(
    step,
    lowPass(blow({ substance, size: 0.7 * size, force: 0.5 * bright, seconds: 0.3 }, chance), 3_000),
    sole,
    0.35,
  );
  const n = samplesIn(0.09);
  addAt(step, times(bandPass(whiteNoise(n, chance), 2_200, 0.5), strike(n, 0.02, 0.08)), sole, 0.05);
  return step;
}

export const SURFACES: Record<string, { words: string[]; step: Step }> = {
  concrete: {
    words: [
      'concrete',
      'pavement',
      'stone floor',
      'sidewalk',
      'asphalt',
      'street',
      'tiles',
      'marble',
      'high heels',
      'heels',
    ],
    step: (chance, size) => hardStep(chance, size, SUBSTANCES.stone, 0.8),
  },
  wood: {
    words: ['wood', 'wooden floor', 'floorboards', 'stairs', 'wooden stairs', 'parquet', 'deck'],
    step: (chance, size) => hardStep(chance, 1.4 * size, SUBSTANCES.wood, 0.45),
  },
  metal: {
    words: ['metal', 'metal stairs', 'grating', 'metal floor'],
    step: (chance, size) => {
      const step = hardStep(chance, size, SUBSTANCES.metal, 0.5);
      return times(step, strike(step.length, 0, 0.7));
    },
  },
  gravel: {
    words: ['gravel', 'pebbles', 'stones', 'rubble', 'dirt', 'path'],
    step: (chance, size) => {
      const step = crunch(chance, { seconds: 0.34, perSecond: 2_600, hertz: 2_600 / size });
      addAt(step, crunch(chance, { seconds: 0.3, perSecond: 500, hertz: 1_100 / size }), 0, 1.2);
      addAt(step, thump(70, 0.03), 0, 0.06);
      return step;
    },
  },
  grass: {
    words: ['grass', 'lawn', 'meadow', 'field', 'undergrowth'],
    step: (chance) =>
      highPass(crunch(chance, { seconds: 0.36, perSecond: 5_000, hertz: 3_800, q: 0.4 }), 900),
  },
  leaves: {
    words: ['leaves', 'dry leaves', 'forest floor', 'autumn leaves', 'forest'],
    step: (chance) => {
      const step = crunch(chance, { seconds: 0.42, perSecond: 1_500, hertz: 4_200, q: 0.5 });
      addAt(step, crunch(chance, { seconds: 0.4, perSecond: 220, hertz: 2_000, q: 1.5 }), 0, 2);
      return step;
    },
  },
  snow: {
    words: ['snow', 'ice', 'crunchy snow', 'frost'],
    step: (chance) => {
      const step = crunch(chance, { seconds: 0.42, perSecond: 7_000, hertz: 1_500, q: 0.7 });
      addAt(
        step,
        times(
          bandPass(sparks(step.length, 900, chance, 1), lines(step.length, [0, 500, 1, 850]), 5),
          lines(step.length, [0, 0, 0.3, 1, 0.7, 0.4, 1, 0]),
        ),
        0,
        0.8,
      );
      return step;
    },
  },
  sand: {
    words: ['sand', 'beach', 'desert'],
    step: (chance) =>
      lowPass(crunch(chance, { seconds: 0.38, perSecond: 9_000, hertz: 1_700, q: 0.4 }), 3_500),
  },
  water: {
    words: ['water', 'puddle', 'puddles', 'mud', 'shallow water', 'wet'],
    step: (chance, size) => {
      const step = silence(0.6);
      const n = samplesIn(0.3);
      addAt(
        step,
        times(
          bandPass(whiteNoise(n, chance), lines(n, [0, 800, 0.3, 2_200, 1, 1_200]), 0.6),
          strike(n, 0.015, 0.28),
        ),
        0,
        0.8,
      );
      for (let i = 0; i < 9; i += 1)
        addAt(
          step,
          bubble(between(chance, 1.5, 6) * size, chance, 0.3),
          samplesIn(0.03 + 0.3 * chance()),
          0.4 * chance(),
        );
      return step;
    },
  },
  carpet: {
    words: ['carpet', 'rug', 'barefoot', 'soft floor', 'tiptoe'],
    step: (chance, size) => {
      const step = silence(0.3);
      addAt(step, thump(75 / size, 0.04), 0, 0.8);
      const n = samplesIn(0.12);
      addAt(step, times(lowPass(whiteNoise(n, chance), 900), strike(n, 0.01, 0.1)), 0, 0.25);
      return step;
    },
  },
};

/** Left and right foot; the second of two differs as people are not machines. */
export function walk({ length, chance, speed, size, intensity, count }: Scene, step: Step): Stereo {
  const sound = silentStereo(length);
  const gap = (0.58 * size ** 0.2) / speed;
  const most = count ?? Number.POSITIVE_INFINITY;
  for (let i = 0, at = samplesIn(0.03); i < most && at < length; i += 1) {
    const side = i % 2 === 0 ? -0.12 : 0.12;
    addPanned(sound, step(chance, size), at, between(chance, 0.75, 1) * (0.6 + 0.8 * intensity), side);
    at += samplesIn(gap * (i % 2 === 0 ? 1.02 : 0.98) * between(chance, 0.97, 1.03));
  }
  return sound;
}

export const GAITS = ['footsteps', 'steps', 'footstep', 'walking', 'walk', 'running', 'run', 'jogging'];

/** Two phrases in either order: "footsteps on gravel", "gravel footsteps", "walking in snow". */
export function phrases(surfaces: readonly string[]): string[] {
  return surfaces.flatMap((surface) =>
    GAITS.flatMap((gait) =>
      ['on ', 'on a ', 'on the ', 'in ', 'in the ', 'through ', 'over ', 'up the ', 'down the ']
        .map((way) => `${gait} ${way}${surface}`)
        .concat(`${surface} ${gait}`),
    ),
  );
}
