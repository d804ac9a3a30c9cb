import type { Pattern } from '../genres/genre.ts';

export const STEPS_PER_BEAT = 4;

export type Step = {
  mark: string;
  /** In quarter notes from the start of the bar. */
  at: number;
  /** Until the next mark or rest. */
  beats: number;
};

/** A pattern for a bar of another length begins again, or is cut. */
export function fitPattern(pattern: Pattern, beats: number): Pattern {
  const steps = Math.round(beats * STEPS_PER_BEAT);
  return pattern.repeat(Math.ceil(steps / pattern.length)).slice(0, steps);
}

export function stepsOf(pattern: Pattern, beats: number): Step[] {
  const marks = fitPattern(pattern, beats);
  const steps: Step[] = [];
  for (let i = 0; i < marks.length; i += 1) {
    const mark = marks[i] as string;
    if (mark === '.' || mark === '-') continue;
    let end = i + 1;
    while (marks[end] === '-') end += 1;
    steps.push({ mark, at: i / STEPS_PER_BEAT, beats: (end - i) / STEPS_PER_BEAT });
  }
  return steps;
}

/** The pattern for this energy, of some that grow denser. */
export function byEnergy<Item>(items: readonly Item[], energy: number): Item {
  const index = Math.min(items.length - 1, Math.floor(energy * items.length));
  return items[index] as Item;
}

const VELOCITIES: Record<string, number> = { X: 112, R: 108, x: 92, o: 70, r: 78, g: 38 };

/** Of a mark, at this energy. Digits and other tones are plain. */
export function velocityOf(mark: string, energy: number): number {
  return (VELOCITIES[mark] ?? 90) * (0.72 + 0.28 * energy);
}
