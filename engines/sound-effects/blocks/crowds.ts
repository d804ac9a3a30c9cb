import { between, type Chance, pick } from '../../dsp/index.ts';
import { glides, lines, swell } from './curves.ts';
import { lowPass } from './filters.ts';
import {
  addPlayed,
  normalised,
  randomMoments,
  type Stereo,
  samplesIn,
  silentStereo,
  times,
} from './signal.ts';
import { spoken, throat } from './voices.ts';

type Utterance = (chance: Chance) => Float32Array;

const PEOPLE = 10;
/** None is longer. */
const LONGEST_SECONDS = 2;

/**
 * Many people at once. A few voices are made and heard again and again, each time at another pitch and from another
 * place: nobody can follow more of them. Those who are far away are quieter and duller.
 */
export function crowd(length: number, chance: Chance, utter: Utterance, perSecond: number): Stereo {
  const voices = Array.from({ length: PEOPLE }, (_, i) => {
    const far = i / PEOPLE;
    return { utterance: lowPass(utter(chance), 5_000 - 3_800 * far), level: 0.2 + 0.8 * (1 - far) ** 2 };
  });
  const sound = silentStereo(length);
  const before = samplesIn(LONGEST_SECONDS);
  for (const at of randomMoments(length + before, perSecond, chance)) {
    const { utterance, level } = pick(chance, voices as [(typeof voices)[number]]);
    addPlayed(sound, utterance, {
      at: at - before,
      speed: between(chance, 0.88, 1.14),
      gain: level * between(chance, 0.6, 1),
      pan: between(chance, -0.9, 0.9),
    });
  }
  return sound;
}

/** First and second formant of vowels (Peterson and Barney). */
const VOWELS = [
  [300, 870],
  [390, 1_990],
  [530, 1_840],
  [660, 1_720],
  [730, 1_090],
  [570, 840],
  [440, 1_020],
  [490, 1_350],
] as const;

/** Vowels in the rhythm of talk, without a word in it. */
export function babble(chance: Chance): Float32Array {
  const seconds = between(chance, 1.1, LONGEST_SECONDS);
  const n = samplesIn(seconds);
  const isHigh = chance() < 0.5;
  const [base, tract] = isHigh ? [between(chance, 175, 235), 1.16] : [between(chance, 95, 135), 1];
  const syllables = Math.round(seconds * between(chance, 3.5, 5.5));
  const pitch: number[] = [];
  const first: number[] = [];
  const second: number[] = [];
  const level: number[] = [];
  for (let i = 0; i <= syllables; i += 1) {
    const place = i / syllables;
    const [one, two] = pick<readonly [number, number]>(chance, VOWELS);
    pitch.push(place, base * between(chance, 0.9, 1.18) * (1.06 - 0.16 * place));
    first.push(place, one * tract);
    second.push(place, two * tract);
    const loud = between(chance, 0.35, 1);
    level.push(place, 0.03, place + 0.3 / syllables, loud, place + 0.75 / syllables, 0.7 * loud);
  }
  const formants = [
    { hertz: lines(n, first), q: 6, gain: 1 },
    { hertz: lines(n, second), q: 9, gain: 0.5 },
    { hertz: 2_600 * tract, q: 8, gain: 0.15 },
  ];
  const voice = spoken(throat(n, lines(n, pitch), chance, 0.02), formants, { level: 0.05, chance });
  return times(times(normalised(voice), lines(n, level)), swell(n, 0.4, 0.5));
}

/** "Yeah!", and now and then "woo!". */
export function shout(chance: Chance): Float32Array {
  const n = samplesIn(between(chance, 0.7, 1.5));
  const isWoo = chance() < 0.3;
  const base = between(chance, 210, 300) * (chance() < 0.5 ? 1.5 : 1);
  const pitch = isWoo
    ? glides(n, [0, base, 0.35, 1.7 * base, 1, 1.2 * base])
    : glides(n, [0, 0.9 * base, 0.2, 1.15 * base, 1, 0.85 * base]);
  const formants = [
    { hertz: isWoo ? 480 : lines(n, [0, 500, 0.3, 850, 1, 780]), q: 5, gain: 1 },
    { hertz: isWoo ? 950 : lines(n, [0, 1_900, 0.3, 1_450, 1, 1_250]), q: 7, gain: 0.7 },
    { hertz: 2_900, q: 6, gain: isWoo ? 0.1 : 0.35 },
  ];
  const voice = spoken(throat(n, pitch, chance, 0.07), formants, { level: 0.08, chance });
  return times(normalised(voice), lines(n, [0, 0, 0.08, 1, 0.6, 0.8, 1, 0]));
}

/** "Boo": dark, held, and sinking. */
export function jeer(chance: Chance): Float32Array {
  const n = samplesIn(between(chance, 1.1, LONGEST_SECONDS));
  const base = between(chance, 105, 165) * (chance() < 0.4 ? 1.7 : 1);
  const pitch = glides(n, [0, 0.95 * base, 0.15, 1.06 * base, 1, 0.84 * base]);
  const formants = [
    { hertz: lines(n, [0, 250, 0.1, 340, 1, 320]), q: 5, gain: 1 },
    { hertz: lines(n, [0, 600, 0.1, 820, 1, 740]), q: 8, gain: 0.45 },
    { hertz: 2_300, q: 8, gain: 0.05 },
  ];
  const voice = spoken(throat(n, pitch, chance, 0.03), formants, { level: 0.03, chance });
  return times(normalised(voice), lines(n, [0, 0, 0.06, 1, 0.7, 0.8, 1, 0]));
}
