import type { FaceMoment } from '../../lipsync/index.ts';
import type { Square } from '../face/sample-square.ts';
import { bump } from '../mouth/ease.ts';
import { type Sample, sampleCubic, sampleLinear } from '../mouth/resample.ts';
import type { Frame } from '../source/frame.ts';

export type SwayHead = (source: Frame, target: Frame, head: FaceMoment['head']) => void;

/** Of a presenter's movement: what is behind a still moves along a little. */
const AMOUNT = 0.55;
/** Around the middle of the face, in shares of the square that holds it: still one with the head, no longer moved. */
const [HEAD, AROUND] = [0.36, 0.62];
/** Shoulders stay: below the chin the movement ends sooner. */
const SHOULDERS = 0.75;
const BORDER_PIXELS = 24;
/** In pixels; what moves less is left as it was. */
const UNSEEN = 1 / 32;

/** Moves the head of a still about its neck, less and less towards the shoulders and the edges of the picture. */
export function createSway(frame: Frame, face: Square): SwayHead {
  const luma = weights(frame, face, 1);
  const chroma = weights(frame, face, 2);
  const pivot = { x: face.x, y: face.y + face.size * 0.45 };
  return (source, target, head) => {
    const angle = (head.tiltDegrees * AMOUNT * Math.PI) / 180;
    const turn = {
      ...pivot,
      right: head.x * AMOUNT * face.size,
      down: head.y * AMOUNT * face.size,
      along: Math.cos(angle) * (1 + (head.scale - 1) * AMOUNT) - 1,
      across: Math.sin(angle),
    };
    drawPlane(source.luma, target.luma, luma, turn, sampleCubic);
    drawPlane(source.blue, target.blue, chroma, turn, sampleLinear);
    drawPlane(source.red, target.red, chroma, turn, sampleLinear);
  };
}

type Turn = { x: number; y: number; right: number; down: number; along: number; across: number };
type Weights = {
  width: number;
  height: number;
  scale: number;
  top: number;
  bottom: number;
  share: Float32Array;
};

function drawPlane(
  from: Uint8Array,
  to: Uint8Array,
  { width, height, scale, top, bottom, share }: Weights,
  turn: Turn,
  sample: Sample,
): void {
  for (let row = top, i = top * width; row < bottom; row += 1)
    for (let column = 0; column < width; column += 1, i += 1) {
      const weight = share[i] as number;
      if (weight === 0) continue;
      const x = column * scale - turn.x;
      const y = row * scale - turn.y;
      const dx = weight * (turn.right + x * turn.along - y * turn.across);
      const dy = weight * (turn.down + y * turn.along + x * turn.across);
      if (Math.abs(dx) + Math.abs(dy) < UNSEEN) continue;
      const value = sample(from, width, height, column - dx / scale, row - dy / scale);
      to[i] = Math.max(0, Math.min(255, value + 0.5));
    }
}

function weights(frame: Frame, face: Square, scale: number): Weights {
  const [width, height] = [frame.width / scale, frame.height / scale];
  const share = new Float32Array(width * height);
  let [top, bottom] = [height, 0];
  for (let row = 0, i = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1, i += 1) {
      const [x, y] = [column * scale, row * scale];
      const across = (x - face.x) / face.size;
      const down = (y - face.y) / face.size;
      const away = Math.hypot(across, down > 0 ? down / SHOULDERS : down);
      const border = Math.min(x, y, frame.width - 1 - x, frame.height - 1 - y) / BORDER_PIXELS;
      const weight = bump(Math.max(0, (away - HEAD) / (AROUND - HEAD)));
      share[i] = weight * Math.min(1, border);
      if (share[i] === 0) continue;
      [top, bottom] = [Math.min(top, row), Math.max(bottom, row + 1)];
    }
  return { width, height, scale, top, bottom, share };
}
