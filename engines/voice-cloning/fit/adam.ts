/** Adam's state between steps: means of gradients and of their squares. Plain data. */
export type Memory = { steps: number; means: number[]; squares: number[] };

/** Of both means. */
export type Decays = { mean: number; square: number };

const USUAL: Decays = { mean: 0.9, square: 0.999 };
const LEAST = 1e-8;

export function emptyMemory(size: number): Memory {
  return { steps: 0, means: new Array<number>(size).fill(0), squares: new Array<number>(size).fill(0) };
}

/** One step down the gradient. Each number moves by about `rate`, whatever the size of its gradient. */
export function descended(
  values: readonly number[],
  gradient: readonly number[],
  memory: Memory,
  rate: number,
  decays: Decays = USUAL,
): { values: number[]; memory: Memory } {
  const steps = memory.steps + 1;
  const kept = (before: readonly number[], decay: number, now: (slope: number) => number): number[] =>
    gradient.map((slope, i) => decay * (before[i] ?? 0) + (1 - decay) * now(slope));
  const means = kept(memory.means, decays.mean, (slope) => slope);
  const squares = kept(memory.squares, decays.square, (slope) => slope * slope);
  const moved = values.map((value, i) => {
    const mean = (means[i] ?? 0) / (1 - decays.mean ** steps);
    const size = Math.sqrt((squares[i] ?? 0) / (1 - decays.square ** steps));
    return value - (rate * mean) / (size + LEAST);
  });
  return { values: moved, memory: { steps, means, squares } };
}
