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
  gradient: ArrayLike<number>,
  memory: Memory,
  rate: number,
  decays: Decays = USUAL,
): { values: number[]; memory: Memory } {
  const steps = memory.steps + 1;
  const [moved, means, squares] = [values, memory.means, memory.squares].map((numbers) => [...numbers]) as [
    number[],
    number[],
    number[],
  ];
  const known = { mean: 1 - decays.mean ** steps, square: 1 - decays.square ** steps };
  for (let i = 0; i < moved.length; i += 1) {
    const slope = gradient[i] ?? 0;
    const mean = decays.mean * (means[i] ?? 0) + (1 - decays.mean) * slope;
    const square = decays.square * (squares[i] ?? 0) + (1 - decays.square) * slope * slope;
    means[i] = mean;
    squares[i] = square;
    moved[i] = (values[i] ?? 0) - (rate * (mean / known.mean)) / (Math.sqrt(square / known.square) + LEAST);
  }
  return { values: moved, memory: { steps, means, squares } };
}
