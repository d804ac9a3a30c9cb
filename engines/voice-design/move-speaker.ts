import { BAND_HERTZ, SPEAKER_LIMITS, type SpeakerArtifact } from '../speech/index.ts';
import { type Move, STYLED_AXES, type StyledAxis } from './axes.ts';
import type { Directions } from './directions.ts';

export const SEMITONES_PER_UNIT = 2.5;
export const PACE_PER_UNIT = 1.12;
const MOST_UNITS = 2;
/** Narrower than the engine's limits: beyond it a voice is a caricature. */
const F0_SCALE = { min: 0.6, max: 1.6 };

/** The style does most of the work; this ensures it. Decibels per unit for each of `BAND_HERTZ`. */
const EQUALISED: Partial<Record<StyledAxis, readonly number[]>> = {
  brightness: [0, 0, 0, 0, 0.5, 1.5, 2, 2],
  warmth: [1, 1.5, 1, 0, -0.5, -0.5, 0, 0],
};

/** Greatest distance from the mean: root mean square over all 256 numbers, in standard deviations. Presets have 0.7 to 1.4. */
const TRUSTED = 1.5;
const HALVINGS = 12;

/** Moves a voice along the axes, as far as words stay intact. */
export function moveSpeaker(speaker: SpeakerArtifact, move: Move, directions: Directions): SpeakerArtifact {
  const amount = (axis: keyof Move): number => within(move[axis] ?? 0, { min: -MOST_UNITS, max: MOST_UNITS });
  const sum = (of: (axis: StyledAxis) => number): number =>
    STYLED_AXES.reduce((total, axis) => total + amount(axis) * of(axis), 0);
  const step = speaker.style.map((_, i) => sum((axis) => directions.axes[axis].step[i] ?? 0));
  const share = trustedShare(speaker.style, step, directions);
  // Compensates for the steps' side effect on pitch.
  const octaves =
    (SEMITONES_PER_UNIT * amount('pitch')) / 12 - share * sum((axis) => directions.axes[axis].octaves);
  return {
    ...speaker,
    style: speaker.style.map((value, i) => value + share * (step[i] ?? 0)),
    f0Scale: within(speaker.f0Scale * 2 ** octaves, F0_SCALE),
    pace: within(speaker.pace * PACE_PER_UNIT ** amount('pace'), SPEAKER_LIMITS.pace),
    equaliserDb: BAND_HERTZ.map((_, band) =>
      within(
        (speaker.equaliserDb[band] ?? 0) + sum((axis) => EQUALISED[axis]?.[band] ?? 0),
        SPEAKER_LIMITS.equaliserDb,
      ),
    ),
  };
}

/** Share of the step that keeps the style among the known voices, or at least no further from them than before. */
export function trustedShare(
  style: readonly number[],
  step: readonly number[],
  { mean, sd }: Directions,
): number {
  const distance = (share: number): number => {
    const squares = style.map(
      (value, i) => ((value + share * (step[i] ?? 0) - (mean[i] ?? 0)) / (sd[i] ?? 1)) ** 2,
    );
    return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
  };
  const most = Math.max(TRUSTED, distance(0));
  if (distance(1) <= most) return 1;
  let kept = 0;
  let tried = 0.5;
  for (let i = 0; i < HALVINGS; i += 1) {
    if (distance(kept + tried) <= most) kept += tried;
    tried /= 2;
  }
  return kept;
}

function within(value: number, { min, max }: { min: number; max: number }): number {
  return Math.min(max, Math.max(min, value));
}
