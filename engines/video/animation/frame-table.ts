import type { FaceMoment } from '../../lipsync/index.ts';
import type { MouthShape } from '../mouth/mouth-shape.ts';
import { sharedNumbers } from '../shared-memory.ts';

/** `perFrame` numbers for each frame of a video, in shared memory. Threads read the values and do not compute them. */
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

export const MOMENT_NUMBERS = 8;
export const SHAPE_NUMBERS = 7;

export function writeMoment(row: Float32Array, { lids, gaze, brows, head }: FaceMoment): void {
  row.set([lids, gaze.x, gaze.y, brows, head.x, head.y, head.tiltDegrees, head.scale]);
}

export function readMoment(row: Float32Array): FaceMoment {
  const [lids = 0, gazeX = 0, gazeY = 0, brows = 0, x = 0, y = 0, tiltDegrees = 0, scale = 1] = row;
  return { lids, gaze: { x: gazeX, y: gazeY }, brows, head: { x, y, tiltDegrees, scale } };
}

export function writeShape(row: Float32Array, shape: MouthShape): void {
  const { gap, jaw, width, lift, press, tuck, tongue } = shape;
  row.set([gap, jaw, width, lift, press, tuck, tongue]);
}

export function readShape(row: Float32Array): MouthShape {
  const [gap = 0, jaw = 0, width = 1, lift = 0, press = 0, tuck = 0, tongue = 0] = row;
  return { gap, jaw, width, lift, press, tuck, tongue };
}
