/** Sums of a series of vectors and of their squares, kept for every few frames, so that any stretch is two look-ups. */
export const FRAMES_PER_STEP = 5;

export type FrameSums = {
  /** Whole steps so far. */
  steps(): number;
  /** `frames` vectors of `size` values: value after value, each with all its frames. */
  add(values: Float32Array, frames: number): void;
  /** The mean and behind it the deviation of the steps from `first` up to, not with, `end`. */
  statistics(first: number, end: number): Float32Array;
};

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
    statistics(first, end) {
      const [from, to] = [sums[first], sums[end]];
      if (!from || !to || end <= first) throw new RangeError(`there are no steps ${first} to ${end}`);
      const frames = (end - first) * FRAMES_PER_STEP;
      const out = new Float32Array(2 * size);
      for (let i = 0; i < size; i += 1) {
        const mean = ((to[i] as number) - (from[i] as number)) / frames;
        const square = ((to[size + i] as number) - (from[size + i] as number)) / frames;
        out[i] = mean;
        out[size + i] = Math.sqrt(Math.max(1e-10, square - mean * mean));
      }
      return out;
    },
  };
}
