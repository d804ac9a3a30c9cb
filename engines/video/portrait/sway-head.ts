import type { FaceMoment } from '../../lipsync/index.ts';
import type { Square } from '../face/sample-square.ts';
import { bump } from '../mouth/ease.ts';
import { createCubicRows, createLinearRows, type Row } from '../simd/turned-rows.ts';
import type { Frame } from '../source/frame.ts';

export type SwayHead = (source: Frame, target: Frame, head: FaceMoment['head']) => void;

/** Share of a presenter's movement. Lower, because the background of a still moves along a little. */
const AMOUNT = 0.55;
/** Distance from the middle of the face, as a share of its square: moves fully up to the first, not at all from the second. */
const HEAD = 0.36;
const AROUND = 0.62;
/** Keeps the shoulders still: below the chin the movement ends sooner. */
const SHOULDERS = 0.75;
const BORDER_PIXELS = 24;
/** Movements of fewer pixels than this are not drawn. */
const UNSEEN = 1 / 32;

/** Moves the head of a still around its neck, fading towards the shoulders and the edges of the picture. */
export function createSway(frame: Frame, face: Square): SwayHead {
  const luma = weights(frame, face, 1);
  const chroma = weights(frame, face, 2);
  const cubic = createCubicRows({ ...luma, unseen: UNSEEN });
  const linear = createLinearRows({ ...chroma, unseen: UNSEEN / 2 });
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
    cubic.source.set(source.luma);
    cubic.target.set(source.luma);
    cubic.draw(turn);
    target.luma.set(cubic.target);
    const { x, y, right, down } = turn;
    linear.source.set(source.bytes.subarray(source.luma.length));
    linear.target.set(linear.source);
    linear.draw({ ...turn, x: x / 2, y: y / 2, right: right / 2, down: down / 2 });
    target.bytes.set(linear.target, target.luma.length);
  };
}

/** How far each pixel moves with the head, and for each row with movement its first and end column (exclusive). */
type Weights = { width: number; height: number; rows: Row[]; share: Float32Array };

function weights(frame: Frame, face: Square, scale: number): Weights {
  const width = frame.width / scale;
  const height = frame.height / scale;
  const share = new Float32Array(width * height);
  const rows: Row[] = [];
  for (let row = 0, i = 0; row < height; row += 1) {
    let from = width;
    let to = 0;
    for (let column = 0; column < width; column += 1, i += 1) {
      const x = column * scale;
      const y = row * scale;
      const across = (x - face.x) / face.size;
      const down = (y - face.y) / face.size;
      const below = down > 0 ? down / SHOULDERS : down;
      // Math.hypot takes a quarter of a second for a picture.
      const away = Math.sqrt(across * across + below * below);
      const border = Math.min(x, y, frame.width - 1 - x, frame.height - 1 - y) / BORDER_PIXELS;
      const weight = bump(Math.max(0, (away - HEAD) / (AROUND - HEAD)));
      share[i] = weight * Math.min(1, border);
      if (share[i] === 0) continue;
      [from, to] = [Math.min(from, column), column + 1];
    }
    if (from < to) rows.push({ row, from, to });
  }
  return { width, height, rows, share };
}
