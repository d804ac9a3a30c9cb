/** What is heard in a trial. X is the one that A or B is, and nobody but this page knows which. */
export type Trial = { sample: string; aIsMarked: boolean; xIsA: boolean };
export type Answered = Trial & {
  saidA: boolean;
  /** From the first look at the trial. */
  seconds: number;
  /** How often A, B and X were played. */
  plays: number;
};

/** A number from 0 up to but not including 1. */
type Random = () => number;

/** Every sample comes up equally often, give or take one, in an order that nobody can foresee. */
export function drawTrials(
  samples: readonly string[],
  count: number,
  random: Random = secureRandom,
): Trial[] {
  const turns = Array.from({ length: count }, (_, i) => samples[i % samples.length] ?? '');
  for (let i = turns.length - 1; i > 0; i -= 1) {
    const other = Math.floor(random() * (i + 1));
    [turns[i], turns[other]] = [turns[other] ?? '', turns[i] ?? ''];
  }
  return turns.map((sample) => ({ sample, aIsMarked: random() < 0.5, xIsA: random() < 0.5 }));
}

function secureRandom(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return drawn / 2 ** 32;
}

export const isRight = ({ xIsA, saidA }: Answered): boolean => xIsA === saidA;

export function countRight(answers: readonly Answered[]): number {
  return answers.filter(isRight).length;
}

/** How likely somebody who is right with this `chance` in each trial is right in `right` trials or more. */
export function chanceOf(right: number, trials: number, chance = 0.5): number {
  let sum = 0;
  let term = chance ** trials;
  for (let k = trials; k >= right; k -= 1) {
    sum += term;
    term *= (k / (trials - k + 1)) * ((1 - chance) / chance);
  }
  return Math.min(1, sum);
}

/** Fixed before the test, as it should be. */
const SIGNIFICANT = 0.05;
const CERTAIN = 0.01;

export type Finding = 'heard' | 'maybe' | 'notShown';

export function findingOf(right: number, trials: number): Finding {
  const p = chanceOf(right, trials);
  if (p < CERTAIN) return 'heard';
  return p < SIGNIFICANT ? 'maybe' : 'notShown';
}

/** How likely the test is to notice somebody who is right in three of four trials. */
export function powerOf(trials: number): number {
  const needed = Array.from({ length: trials + 1 }, (_, right) => right).find(
    (right) => chanceOf(right, trials) < SIGNIFICANT,
  );
  return needed === undefined ? 0 : chanceOf(needed, trials, 0.75);
}
