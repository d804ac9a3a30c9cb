import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { Frame } from '../source/frame.ts';
import { KEPT } from './places.ts';
import { fromSquare, type Square, sampleSquare } from './sample-square.ts';

type Landmarks = {
  /** x, y and depth of the kept points, in pixels of the picture. Small depth is near. */
  points: Float32Array;
  /** The network's confidence that this is a face, 0 to 1. */
  presence: number;
};

export type FindLandmarks = (frame: Frame, square: Square) => Promise<Landmarks>;

const SIDE = 192;
const RANGE = { scale: 1 / 255, offset: 0 };

export function createLandmarkFinder(session: InferenceSession): FindLandmarks {
  const values = new Float32Array(3 * SIDE * SIDE);
  const input = new Tensor('float32', values, [1, 3, SIDE, SIDE]);
  return async (frame, square) => {
    sampleSquare(frame, square, RANGE, values);
    const answer = await session.run({ input_1: input });
    const raw = answer.Identity_2?.data as Float32Array;
    const points = new Float32Array(KEPT.length * 3);
    KEPT.forEach((place, i) => {
      const { x, y } = fromSquare(square, SIDE, raw[place * 3] as number, raw[place * 3 + 1] as number);
      points.set([x, y, ((raw[place * 3 + 2] as number) * square.size) / SIDE], i * 3);
    });
    return { points, presence: Number(answer.Identity_1?.data[0]) };
  };
}
