import type { EnergyCurve } from '../composition/energy.ts';
import type { MusicPlan, Section } from '../plan.ts';
import { isMinor, type Key, relativeKey } from '../theory.ts';
import { type MoodName, moodOf } from './moods.ts';

export type SectionWish = {
  seconds: number;
  name?: string | undefined;
  mood?: MoodName | undefined;
  key?: Key | undefined;
  intensity?: number | undefined;
  energy?: EnergyCurve | null | undefined;
};

type Character = { intensity: number; energy?: EnergyCurve };

/** Musicians' names for the parts of a piece tell how strongly each is played. */
const CHARACTERS: readonly (readonly [RegExp, Character])[] = [
  [/\bintro/iu, { intensity: -0.2 }],
  [/\bverse/iu, { intensity: -0.05 }],
  [/\b(build|riser|pre-?chorus)/iu, { intensity: 0, energy: 'build' }],
  [/\b(chorus|drop|climax|hook|finale)/iu, { intensity: 0.2 }],
  [/\b(bridge|break|interlude)/iu, { intensity: -0.15 }],
  [/\b(outro|ending|coda)/iu, { intensity: -0.15 }],
];

/** Fills what the sections leave open: by their name and mood, else as the piece is. */
export function makeSections(wishes: readonly SectionWish[], plan: MusicPlan): Section[] {
  return wishes.map((wish) => {
    const { seconds, name = null, mood = plan.mood } = wish;
    const character = CHARACTERS.find(([pattern]) => pattern.test(name ?? ''))?.[1];
    const isOwn = character !== undefined || wish.mood !== undefined || wish.intensity !== undefined;
    const usual = plan.intensity + moodOf(mood).intensity - moodOf(plan.mood).intensity;
    return {
      seconds,
      name,
      mood,
      key: wish.key ?? keyFor(mood, plan),
      intensity: wish.intensity ?? withinOne(usual + (character?.intensity ?? 0)),
      energy: wish.energy !== undefined ? wish.energy : (character?.energy ?? (isOwn ? 'steady' : null)),
    };
  });
}

/** A mood of the other side, major or minor, goes to the relative key: the same notes around another tonic. */
function keyFor(mood: MoodName, plan: MusicPlan): Key {
  const { mode } = moodOf(mood);
  if (mood === plan.mood || mode === null || isMinor(mode) === isMinor(plan.key.mode)) return plan.key;
  return relativeKey(plan.key);
}

function withinOne(value: number): number {
  return Math.round(100 * Math.min(1, Math.max(0.1, value))) / 100;
}
