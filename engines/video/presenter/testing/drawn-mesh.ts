import type { FaceCrop } from '../manifest.ts';
import { gapAt, MOUTH_LINE, OPENINGS } from './drawn-face.ts';

type Vertex = { x: number; y: number; z: number; visible: number };

const COLUMNS = 24;
const ROWS = 9;
const INSIDE_OF_MOUTH = 1;

/** A sheet of skin that is slit at the mouth, and behind the slit the inside of the mouth. */
export function mouthMesh(crop: FaceCrop): Buffer {
  const upper = grid(crop, crop.y, MOUTH_LINE.y);
  const lower = grid(crop, MOUTH_LINE.y, crop.y + crop.height);
  const inside = { left: MOUTH_LINE.x - 22, right: MOUTH_LINE.x + 22, top: 136, bottom: 172 };
  const poses = crop.poses.map((pose): Vertex[] => {
    const opening = OPENINGS[pose] ?? 0;
    const opened = (point: Point, side: -1 | 1): Vertex => {
      const room = side < 0 ? MOUTH_LINE.y - crop.y : crop.y + crop.height - MOUTH_LINE.y;
      const nearness = 1 - Math.abs(point.y - MOUTH_LINE.y) / room;
      const { up, down } = gapAt(point.x, opening);
      return { x: point.x, y: point.y + nearness * (side < 0 ? -up : down), z: 20_000, visible: 255 };
    };
    const corners = [inside.top, inside.bottom].flatMap((y) =>
      [inside.left, inside.right].map((x) => ({ x, y, z: 50_000, visible: opening > 0 ? 255 : 0 })),
    );
    return [
      ...upper.points.map((point) => opened(point, -1)),
      ...lower.points.map((point) => opened(point, 1)),
      ...corners,
    ];
  });
  const behind = upper.points.length + lower.points.length;
  const shifted = lower.corners.map((vertex) => vertex + upper.points.length);
  const back = [0, 1, 2, 1, 3, 2].map((vertex) => vertex + behind);
  const skin = [...upper.corners, ...shifted];
  const layers = Buffer.alloc((skin.length + back.length) / 3);
  layers.fill(INSIDE_OF_MOUTH, skin.length / 3);
  return encodeMesh(crop, poses, [...skin, ...back], layers);
}

/** Lids are drawn in the sprites alone. */
export function eyeMesh(crop: FaceCrop): Buffer {
  const { points, corners } = grid(crop, crop.y, crop.y + crop.height);
  const poses = crop.poses.map(() => points.map((point) => ({ ...point, z: 20_000, visible: 255 })));
  return encodeMesh(crop, poses, corners, Buffer.alloc(corners.length / 3));
}

type Point = { x: number; y: number };

function grid(crop: FaceCrop, top: number, bottom: number): { points: Point[]; corners: number[] } {
  const points: Point[] = [];
  const corners: number[] = [];
  for (let row = 0; row <= ROWS; row += 1) {
    for (let column = 0; column <= COLUMNS; column += 1) {
      const at = points.length;
      points.push({
        x: crop.x + (column * crop.width) / COLUMNS,
        y: top + (row * (bottom - top)) / ROWS,
      });
      if (row === ROWS || column === COLUMNS) continue;
      const below = at + COLUMNS + 1;
      corners.push(at, at + 1, below, at + 1, below + 1, below);
    }
  }
  return { points, corners };
}

function encodeMesh(crop: FaceCrop, poses: Vertex[][], corners: number[], layers: Buffer): Buffer {
  const header = Buffer.alloc(20);
  header.writeUInt32LE(poses.length, 0);
  header.writeUInt32LE(poses[0]?.length ?? 0, 4);
  header.writeUInt32LE(corners.length / 3, 8);
  const units = (pixels: number): number => Math.round(16 * (pixels + 64));
  const posed = poses.flatMap((vertices) => [
    words(vertices.map(({ x }) => units(x - crop.x))),
    words(vertices.map(({ y }) => units(y - crop.y))),
    words(vertices.map(({ z }) => z)),
    padded(Buffer.from(vertices.map(({ visible }) => visible))),
  ]);
  return Buffer.concat([header, words(corners), padded(layers), ...posed]);
}

function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt16LE(value, 2 * i);
  return padded(bytes);
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}
