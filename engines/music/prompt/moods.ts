import type { EnergyCurve } from '../composition/energy.ts';
import type { Mode } from '../theory.ts';

export type Mood = {
  /** Null leaves it to the genre. */
  mode: Mode | null;
  /** Times the usual tempo of the genre. */
  tempo: number;
  /** 0 to 1. */
  intensity: number;
  energy: EnergyCurve | null;
};

const mood = (
  mode: Mode | null,
  tempo: number,
  intensity: number,
  energy: EnergyCurve | null = null,
): Mood => ({
  mode,
  tempo,
  intensity,
  energy,
});

const MOODS = {
  neutral: mood(null, 1, 0.5),
  happy: mood('major', 1.05, 0.6),
  hopeful: mood('major', 1, 0.5, 'build'),
  triumphant: mood('major', 1.04, 0.8, 'build'),
  playful: mood('major', 1.08, 0.5),
  romantic: mood('major', 0.93, 0.4),
  calm: mood('major', 0.92, 0.3, 'steady'),
  dreamy: mood('lydian', 0.93, 0.35, 'wave'),
  nostalgic: mood('major', 0.94, 0.4),
  sad: mood('minor', 0.9, 0.3),
  dark: mood('minor', 0.95, 0.5),
  mysterious: mood('dorian', 0.94, 0.4, 'wave'),
  tense: mood('phrygian', 1.02, 0.6, 'build'),
  scary: mood('phrygian', 0.92, 0.5, 'build'),
  angry: mood('minor', 1.07, 0.9),
  epic: mood('minor', 1, 0.8, 'build'),
  energetic: mood(null, 1.06, 0.8),
  relaxed: mood(null, 0.94, 0.4, 'steady'),
  serious: mood('minor', 0.97, 0.5),
  groovy: mood(null, 1, 0.6, 'steady'),
} as const satisfies Record<string, Mood>;

export type MoodName = keyof typeof MOODS;
export const MOOD_NAMES = Object.keys(MOODS) as MoodName[];

export function moodOf(name: MoodName): Mood {
  return MOODS[name];
}
