import { BAND_HERTZ, SPEAKER_LIMITS, type SpeakerArtifact } from '../../speech/index.ts';
import { type Move, STYLED_AXES } from './axes.ts';
import type { Directions } from './directions.ts';

export const SEMITONES_PER_UNIT = 2.5;
export const PACE_PER_UNIT = 1.12;
const MOST_UNITS = 2;
/** Narrower than what the engine takes: beyond it a voice is a caricature. */
const F0_SCALE = { min: 0.6, max: 1.6 };

/** The style does most of it; this makes sure. Decibels for each of `BAND_HERTZ` and unit. */
const EQUALISED: Partial<Record<keyof Move, readonly number[]>> = {
  brightness: [0, 0, 0, 0, 0.5, 1.5, 2, 2],
  warmth: [1, 1.5, 1, 0, -0.5, -0.5, 0, 0],
};

/** Root mean square of deviations over all 256 numbers; the presets themselves have 0.6 to 1.5. */
const TRUSTED = 1.5;
const HALVINGS = 12;

/** The voice a little further along the axes, as far as words stay intact. */
export function moveSpeaker(speaker: SpeakerArtifact, move: Move, directions: Directions): SpeakerArtifact {
  const amount = (axis: keyof Move): number => within(move[axis] ?? 0, { min: -MOST_UNITS, max: MOST_UNITS });
  const step = speaker.style.map((_, i) =>
    STYLED_AXES.reduce((sum, axis) => sum + amount(axis) * (directions.axes[axis].step[i] ?? 0), 0),
  );
  const equaliserDb = BAND_HERTZ.map((_, band) => {
    const moved = STYLED_AXES.reduce((sum, axis) => sum + amount(axis) * (EQUALISED[axis]?.[band] ?? 0), 0);
    return within((speaker.equaliserDb[band] ?? 0) + moved, SPEAKER_LIMITS.equaliserDb);
  });
  return {
    ...speaker,
    style: trusted(speaker.style, step, directions),
    f0Scale: within(speaker.f0Scale * 2 ** ((SEMITONES_PER_UNIT * amount('pitch')) / 12), F0_SCALE),
    pace: within(speaker.pace * PACE_PER_UNIT ** amount('pace'), SPEAKER_LIMITS.pace),
    equaliserDb,
  };
}

/** As much of the step as leaves the style among voices, or at least no further from them than it was. */
export function trusted(
  style: readonly number[],
  step: readonly number[],
  { mean, sd }: Directions,
): number[] {
  const moved = (share: number): number[] => style.map((value, i) => value + share * (step[i] ?? 0));
  const distance = (point: readonly number[]): number => {
    const sum = point.reduce((total, value, i) => total + ((value - (mean[i] ?? 0)) / (sd[i] ?? 1)) ** 2, 0);
    return Math.sqrt(sum / point.length);
  };
  const most = Math.max(TRUSTED, distance(style));
  if (distance(moved(1)) <= most) return moved(1);
  let [kept, tried] = [0, 0.5];
  for (let i = 0; i < HALVINGS; i += 1) {
    if (distance(moved(kept + tried)) <= most) kept += tried;
    tried /= 2;
  }
  return moved(kept);
}

function within(value: number, { min, max }: { min: number; max: number }): number {
  return Math.min(max, Math.max(min, value));
}
