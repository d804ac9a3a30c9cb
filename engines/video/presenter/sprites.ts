import type { FfmpegTools } from '../../ffmpeg/index.ts';
import { sharedBytes } from '../shared-memory.ts';
import { TEXEL_BYTES } from '../simd/layout.ts';
import type { FaceCrop } from './manifest.ts';
import type { Size } from './placement.ts';
import { readPlanes, YUV444 } from './read-planes.ts';

/** All poses of one part of the face, side by side in one picture. */
export type Sprites = {
  /** Size of the whole picture. */
  width: number;
  /** `TEXEL_BYTES` each: Y, U, V and an unused one. */
  texels: Uint8Array;
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
  const texels = sharedBytes(TEXEL_BYTES * pixels);
  for (let i = 0; i < pixels; i += 1) {
    texels[TEXEL_BYTES * i] = planes[i] as number;
    texels[TEXEL_BYTES * i + 1] = planes[pixels + i] as number;
    texels[TEXEL_BYTES * i + 2] = planes[2 * pixels + i] as number;
  }
  return { width: size.width, texels, tile, corners };
}
