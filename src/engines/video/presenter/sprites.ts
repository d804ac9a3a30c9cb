import type { FfmpegTools } from '../../ffmpeg/index.ts';
import type { FaceCrop } from './manifest.ts';
import type { Size } from './placement.ts';
import { readPlanes, YUV444 } from './read-planes.ts';

/** All poses of one part of the face, side by side in one picture. */
export type Sprites = {
  /** Size of the whole picture. */
  width: number;
  y: Uint8Array;
  u: Uint8Array;
  v: Uint8Array;
  tile: Size;
  /** Top left corner of each pose. */
  corners: { x: number; y: number }[];
};

export async function readSprites(
  tools: FfmpegTools,
  path: string,
  { width, height, tiles }: FaceCrop,
  /** 1, or 0.5 for small videos, where half the resolution is enough. */
  detail: number,
): Promise<Sprites> {
  const tile = { width: width * detail, height: height * detail };
  const corners = tiles.map(({ x, y }) => ({ x: x * detail, y: y * detail }));
  const size = {
    width: tile.width + Math.max(...corners.map(({ x }) => x)),
    height: tile.height + Math.max(...corners.map(({ y }) => y)),
  };
  const filters = [`scale=${size.width}:${size.height}:flags=area`];
  const planes = await readPlanes(tools, path, { ...size, format: YUV444, filters });
  const pixels = size.width * size.height;
  const [y, u, v] = [0, 1, 2].map((plane) => planes.subarray(plane * pixels, (plane + 1) * pixels));
  if (!y || !u || !v) throw new Error('the picture has no planes');
  return { width: size.width, y, u, v, tile, corners };
}
