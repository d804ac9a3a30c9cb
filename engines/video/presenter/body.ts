import type { FfmpegTools } from '../../ffmpeg/index.ts';
import { sharedBytes } from '../shared-memory.ts';
import type { Size } from './placement.ts';
import { GRAY, readPlanes, YUVA420 } from './read-planes.ts';

/** One plane of a picture, with its alpha and how far each pixel moves with the head. */
export type BodyPlane = Size & {
  /** Premultiplied with alpha, so `zero` where transparent. */
  values: Uint8Array;
  zero: number;
  alpha: Uint8Array;
};

export type Body = {
  y: BodyPlane;
  u: BodyPlane;
  v: BodyPlane;
  /** 0 to 255, the size of `y`. */
  moves: Uint8Array;
};

/** Black in limited range. */
const BLACK = 16;
const NO_COLOUR = 128;

/** Reads the person at rest. `size` is that of the canvas, reduced for small videos. */
export async function readBody(
  tools: FfmpegTools,
  files: { body: string; headmask: string },
  size: Size,
): Promise<Body> {
  const { width, height } = size;
  const scale = `scale=${width}:${height}:flags=area`;
  // Premultiply before scaling, or the colours of transparent pixels would bleed into the edge.
  const premultiplied = ['format=gbrap', 'premultiply=inplace=1', scale];
  const [planes, moves] = await Promise.all([
    readPlanes(tools, files.body, { ...size, format: YUVA420, filters: premultiplied }),
    readPlanes(tools, files.headmask, { ...size, format: GRAY, filters: ['format=gray', scale] }),
  ]);
  const luma = width * height;
  const chroma = (width * height) / 4;
  const alpha = planes.subarray(luma + 2 * chroma);
  const half = { width: width / 2, height: height / 2, zero: NO_COLOUR, alpha: halved(alpha, size) };
  return {
    y: { ...size, values: planes.subarray(0, luma), zero: BLACK, alpha },
    u: { ...half, values: planes.subarray(luma, luma + chroma) },
    v: { ...half, values: planes.subarray(luma + chroma, luma + 2 * chroma) },
    moves,
  };
}

function halved(plane: Uint8Array, { width, height }: Size): Uint8Array {
  const half = sharedBytes((width * height) / 4);
  for (let y = 0; y < height / 2; y += 1) {
    for (let x = 0; x < width / 2; x += 1) {
      const at = 2 * y * width + 2 * x;
      const sum = (plane[at] ?? 0) + (plane[at + 1] ?? 0);
      half[(y * width) / 2 + x] = (sum + (plane[at + width] ?? 0) + (plane[at + width + 1] ?? 0) + 2) >> 2;
    }
  }
  return half;
}
