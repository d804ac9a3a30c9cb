import { sharedNumbers } from '../shared-memory.ts';

/** So many numbers for each frame of a video, in shared memory: threads are told what is done, not how it is found. */
export type FrameTable = { perFrame: number; values: Float32Array };

export function fillTable(
  frames: number,
  perFrame: number,
  fill: (row: Float32Array, index: number) => void,
): FrameTable {
  const table = { perFrame, values: sharedNumbers(frames * perFrame) };
  for (let index = 0; index < frames; index += 1) fill(rowOf(table, index), index);
  return table;
}

export function rowOf({ perFrame, values }: FrameTable, index: number): Float32Array {
  return values.subarray(index * perFrame, (index + 1) * perFrame);
}
