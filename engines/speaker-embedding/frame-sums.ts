/** Running sums of vectors and of their squares, kept every few frames, so that any stretch takes two look-ups. */
export const FRAMES_PER_STEP = 5;

export type FrameSums = {
  /** Complete steps so far. */
  steps(): number;
  /** `frames` vectors of `size` values, stored value by value, each with all its frames. */
  add(values: Float32Array, frames: number): void;
  /** Returns the means over all stretches, followed by the deviations. */
  statistics(stretches: readonly Stretch[]): Float32Array;
};

/** Steps from `first` (inclusive) to `end` (exclusive). */
export type Stretch = { first: number; end: number };

export function createFrameSums(size: number): FrameSums {
  const sums: Float64Array[] = [new Float64Array(2 * size)];
  const open = new Float64Array(2 * size);
  let openFrames = 0;

  function addFrame(values: Float32Array, frame: number, frames: number): void {
    for (let i = 0; i < size; i += 1) {
      const value = values[i * frames + frame] as number;
      open[i] = (open[i] as number) + value;
      open[size + i] = (open[size + i] as number) + value * value;
    }
    openFrames += 1;
    if (openFrames < FRAMES_PER_STEP) return;
    sums.push(open.slice());
    openFrames = 0;
  }

  return {
    steps: () => sums.length - 1,
    add(values, frames) {
      for (let frame = 0; frame < frames; frame += 1) addFrame(values, frame, frames);
    },
    statistics(stretches) {
      const total = new Float64Array(2 * size);
      let steps = 0;
      for (const { first, end } of stretches) {
        const from = sums[first];
        const to = sums[end];
        if (!from || !to || end <= first) throw new RangeError(`there are no steps ${first} to ${end}`);
        for (let i = 0; i < total.length; i += 1)
          total[i] = (total[i] as number) + (to[i] as number) - (from[i] as number);
        steps += end - first;
      }
      return meanAndDeviation(total, steps * FRAMES_PER_STEP);
    },
  };
}

function meanAndDeviation(sums: Float64Array, count: number): Float32Array {
  const size = sums.length / 2;
  const out = new Float32Array(sums.length);
  for (let i = 0; i < size; i += 1) {
    const mean = (sums[i] as number) / count;
    const square = (sums[size + i] as number) / count;
    out[i] = mean;
    out[size + i] = Math.sqrt(Math.max(1e-10, square - mean * mean));
  }
  return out;
}
