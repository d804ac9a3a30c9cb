import type { Pattern } from '../genres/genre.ts';
import type { Metre } from './metre.ts';

const STEPS_PER_BEAT = 4;

export type Step = {
  mark: string;
  /** Quarter notes from the start of the bar. */
  at: number;
  /** The step lasts until the next mark or rest. */
  beats: number;
};

/** A pattern of 4/4 or 3/4 in another metre: beats are left out or repeated, or stretched to dotted ones. */
function fitPattern(pattern: Pattern, metre: Metre): Pattern {
  const quarters = Array.from({ length: Math.ceil(pattern.length / STEPS_PER_BEAT) }, (_, quarter) =>
    pattern.slice(quarter * STEPS_PER_BEAT, (quarter + 1) * STEPS_PER_BEAT).padEnd(STEPS_PER_BEAT, '.'),
  );
  const isTriple = quarters.length === 3;
  const chosen = (isTriple ? metre.fromThree : metre.fromFour).map((quarter) => quarters[quarter] ?? '....');
  if (!metre.isCompound) return chosen.join('').slice(0, metre.beats * STEPS_PER_BEAT);
  return isTriple ? hurried(chosen).repeat(metre.pulses.length) : chosen.map(dotted).join('');
}

/** The second eighth of a beat becomes the third of a triplet. */
function dotted(quarter: string): string {
  const [a = '.', b = '.', c = '.', d = '.'] = quarter;
  const gapBefore = (mark: string) => (mark === '-' ? '-' : '.');
  return [a, gapBefore(b), b, gapBefore(c), c, d].join('');
}

/** A bar of 3/4 in the time of three eighths. */
function hurried(quarters: readonly string[]): string {
  return [...quarters.join('')].filter((_, step) => step % 2 === 0).join('');
}

/** The steps of a bar of so many beats: a short one is cut, a long one begins again. */
export function stepsOf(pattern: Pattern, metre: Metre, beats = metre.beats): Step[] {
  const fitted = fitPattern(pattern, metre);
  const steps = Math.ceil(beats * STEPS_PER_BEAT - 1e-6);
  return stepsIn(fitted.repeat(Math.ceil(steps / fitted.length)).slice(0, steps), beats);
}

/** One stroke that lasts for the whole bar. */
export function heldStep(mark: string, beats: number): Step[] {
  return [{ mark, at: 0, beats }];
}

function stepsIn(marks: Pattern, most: number): Step[] {
  const steps: Step[] = [];
  for (let i = 0; i < marks.length; i += 1) {
    const mark = marks[i] as string;
    if (mark === '.' || mark === '-') continue;
    let end = i + 1;
    while (marks[end] === '-') end += 1;
    const at = i / STEPS_PER_BEAT;
    steps.push({ mark, at, beats: Math.min(end / STEPS_PER_BEAT, most) - at });
  }
  return steps;
}

/** The pattern for this energy, of some that grow denser. */
export function byEnergy<Item>(items: readonly Item[], energy: number): Item {
  const index = Math.min(items.length - 1, Math.floor(energy * items.length));
  return items[index] as Item;
}

const VELOCITIES: Record<string, number> = { X: 112, R: 108, x: 92, o: 70, r: 78, g: 38 };

/** Returns the velocity of a mark at this energy. Digits and other tones have no accent. */
export function velocityOf(mark: string, energy: number): number {
  return (VELOCITIES[mark] ?? 90) * (0.72 + 0.28 * energy);
}
