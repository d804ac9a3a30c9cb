import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { Frame } from '../source/frame.ts';
import { fromSquare, type Square, sampleSquare } from './sample-square.ts';

/** A likely face: the square to search for landmarks, rotated to the eyes. */
type DetectedFace = { square: Square; score: number };

export type DetectFaces = (frame: Frame) => Promise<DetectedFace[]>;

const SIDE = 256;
const LEAST_SCORE = 0.6;
const RANGE = { scale: 1 / 127.5, offset: -1 };
/** The landmark network needs the whole head with a margin. */
const MARGIN = 1.5;
const SAME_FACE_OVERLAP = 0.3;
const VALUES_PER_ANCHOR = 16;

/** The network's two anchor grids: `cell` pixels per cell and `each` anchors per cell. */
const GRIDS = [
  { cell: 16, each: 2, scores: 'Identity', boxes: 'Identity_2' },
  { cell: 32, each: 6, scores: 'Identity_1', boxes: 'Identity_3' },
];

export function createDetector(session: InferenceSession): DetectFaces {
  const values = new Float32Array(3 * SIDE * SIDE);
  const input = new Tensor('float32', values, [1, 3, SIDE, SIDE]);
  const look = async (frame: Frame, square: Square): Promise<DetectedFace[]> => {
    sampleSquare(frame, square, RANGE, values);
    const answer = await session.run({ input });
    return GRIDS.flatMap(({ cell, each, scores, boxes }) => {
      const numbers = (name: string): Float32Array => answer[name]?.data as Float32Array;
      return readGrid(numbers(scores), numbers(boxes), { cell, each, square });
    });
  };
  return async (frame) => {
    const whole = distinct(await look(frame, wholeOf(frame)));
    if (whole.length > 0) return whole;
    // A face too small in the whole picture is large enough in a part of it.
    const parts: DetectedFace[] = [];
    for (const square of partsOf(frame)) parts.push(...(await look(frame, square)));
    return distinct(parts);
  };
}

function wholeOf({ width, height }: Frame): Square {
  return { x: width / 2, y: height / 2, size: Math.max(width, height), angle: 0 };
}

function partsOf({ width, height }: Frame): Square[] {
  const size = Math.min(width, height);
  const places = [0, 0.5, 1];
  return places.map((share) => ({
    x: size / 2 + share * (width - size),
    y: size / 2 + share * (height - size),
    size,
    angle: 0,
  }));
}

type Grid = { cell: number; each: number; square: Square };

function readGrid(scores: Float32Array, boxes: Float32Array, { cell, each, square }: Grid): DetectedFace[] {
  const columns = SIDE / cell;
  const found: DetectedFace[] = [];
  scores.forEach((raw, i) => {
    const score = 1 / (1 + Math.exp(-raw));
    if (score < LEAST_SCORE) return;
    const place = Math.floor(i / each);
    const x0 = ((place % columns) + 0.5) * cell;
    const y0 = (Math.floor(place / columns) + 0.5) * cell;
    const value = (k: number): number => boxes[i * VALUES_PER_ANCHOR + k] as number;
    // Values: centre and size of the box, then the two eyes.
    const centre = fromSquare(square, SIDE, x0 + value(0), y0 + value(1));
    const size = (Math.max(value(2), value(3)) * MARGIN * square.size) / SIDE;
    const angle = Math.atan2(value(7) - value(5), value(6) - value(4));
    found.push({ square: { ...centre, size, angle }, score });
  });
  return found;
}

/** Keeps the highest score among overlapping faces. */
function distinct(found: readonly DetectedFace[]): DetectedFace[] {
  const kept: DetectedFace[] = [];
  for (const one of found.toSorted((a, b) => b.score - a.score))
    if (kept.every((other) => overlap(one.square, other.square) < SAME_FACE_OVERLAP)) kept.push(one);
  return kept;
}

/** Intersection of two squares as a share of the smaller one. */
export function overlap(a: Square, b: Square): number {
  const along = (p: number, q: number): number =>
    Math.max(0, Math.min(p + a.size / 2, q + b.size / 2) - Math.max(p - a.size / 2, q - b.size / 2));
  return (along(a.x, b.x) * along(a.y, b.y)) / Math.min(a.size, b.size) ** 2;
}
