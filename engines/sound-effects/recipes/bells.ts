import { between, type Chance } from '../../dsp/index.ts';
import { lines, strike, sway } from '../blocks/curves.ts';
import { lowPass } from '../blocks/filters.ts';
import { resonate } from '../blocks/modes.ts';
import { whiteNoise } from '../blocks/noise.ts';
import {
  addAt,
  addPanned,
  centred,
  normalised,
  randomMoments,
  type Stereo,
  samplesIn,
  silence,
  silentStereo,
  times,
} from '../blocks/signal.ts';
import { sine } from '../blocks/tones.ts';
import type { Scene } from '../kind.ts';
import { hertzOf } from './interface.ts';

/** Partials of a church bell against its strike note: hum, prime, tierce, quint, nominal and above. */
export const BELL = [
  [0.5, 1, 0.6],
  [1, 0.7, 0.7],
  [1.19, 0.6, 0.8],
  [1.5, 0.45, 0.4],
  [2, 0.4, 1],
  [2.51, 0.28, 0.35],
  [2.66, 0.25, 0.35],
  [3.01, 0.2, 0.5],
  [4.17, 0.14, 0.35],
  [5.43, 0.1, 0.25],
  [6.8, 0.07, 0.15],
] as const;
export const BAR = [
  [1, 1, 1],
  [2.76, 0.45, 0.5],
  [5.4, 0.2, 0.3],
  [8.93, 0.1, 0.15],
] as const;
export const GONG = [
  [1, 1, 1],
  [1.31, 0.9, 0.7],
  [1.58, 0.9, 0.7],
  [2.09, 0.7, 0.6],
  [2.47, 0.7, 0.6],
  [3.12, 0.5, 0.5],
  [3.74, 0.45, 0.5],
  [4.61, 0.35, 0.4],
  [5.83, 0.3, 0.35],
  [7.27, 0.2, 0.25],
] as const;

type Partials = readonly (readonly [ratio: number, seconds: number, gain: number])[];

/** Each partial twice, a little apart, as no bell is perfectly round: it beats. */
export function bell(
  chance: Chance,
  partials: Partials,
  hertz: number,
  seconds: number,
  hardness = 0.0006,
): Float32Array {
  const modes = partials.flatMap(([ratio, share, gain]) =>
    [
      { split: 1, level: 0.7 },
      // Weaker, or it would silence the other one whenever the two are out of step.
      { split: 1 + between(chance, 0.0005, 0.003), level: 0.3 },
    ].map(({ split, level }) => ({
      hertz: hertz * ratio * split,
      seconds: seconds * share,
      gain: (gain / ratio) * level,
    })),
  );
  const clapper = lowPass(
    times(whiteNoise(samplesIn(0.004), chance), strike(samplesIn(0.004), hardness, 0.004)),
    9_000,
  );
  return normalised(resonate(clapper, modes, samplesIn(seconds)));
}

export function chimes({ length, chance, intensity }: Scene): Stereo {
  const sound = silentStereo(length);
  const notes = [79, 81, 84, 86, 88, 91, 93];
  const tubes = notes.map((note) => bell(chance, BAR, hertzOf(note), 2.6));
  for (const at of randomMoments(length, 2 + 5 * intensity, chance)) {
    const tube = tubes[Math.floor(chance() * tubes.length)] as Float32Array;
    addPanned(sound, tube, at, between(chance, 0.15, 0.6), between(chance, -0.7, 0.7));
  }
  return sound;
}

export function phone({ length, chance, speed }: Scene): Stereo {
  const sound = silentStereo(length);
  const gong = [bell(chance, BAR, 1_050, 0.7), bell(chance, BAR, 1_330, 0.7)];
  for (let start = 0; start < length; start += samplesIn(2.6))
    for (let i = 0; i < 26; i += 1)
      addPanned(
        sound,
        gong[i % 2] as Float32Array,
        start + samplesIn((i * 0.042) / speed),
        0.4,
        i % 2 === 0 ? -0.1 : 0.1,
      );
  return sound;
}

export function ringtone({ length }: Scene): Stereo {
  const sound = silence(length / 44_100);
  for (let start = 0; start < length; start += samplesIn(2)) {
    const n = samplesIn(0.9);
    const tone = times(sine(n, 440), 0.5);
    addAt(tone, sine(n, 480), 0, 0.5);
    times(tone, sway(n, 20, [0.2, 1]));
    addAt(sound, times(tone, lines(n, [0, 0, 0.02, 1, 0.95, 1, 1, 0])), start);
  }
  return centred(sound);
}
