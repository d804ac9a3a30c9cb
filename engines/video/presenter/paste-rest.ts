import { TEXEL_BYTES } from '../simd/layout.ts';
import type { Body } from './body.ts';
import type { FaceCrop } from './manifest.ts';
import type { Sprites } from './sprites.ts';

/** Share of the crop, on each side. */
const FEATHER_SHARE = 0.08;

/** 0 at the edge of a crop, where all poses are equal, 1 well inside it. */
export function featherAt(x: number, y: number, crop: FaceCrop): number {
  const across = Math.min(x - crop.x, crop.x + crop.width - x) / crop.width;
  const down = Math.min(y - crop.y, crop.y + crop.height - y) / crop.height;
  return Math.min(1, Math.max(0, Math.min(across, down) / FEATHER_SHARE));
}

/**
 * Pastes the first pose of a part of the face into the body. Both show the same, but were compressed separately; without
 * this the difference would be visible when a patch appears or disappears.
 */
export function pasteRest(body: Body, sprites: Sprites, crop: FaceCrop, detail: number): void {
  const [corner] = sprites.corners;
  if (!corner) throw new Error('a part of the face has no poses');
  for (const [channel, name, coarseness] of [
    [0, 'y', 1],
    [1, 'u', 2],
    [2, 'v', 2],
  ] as const) {
    const plane = body[name];
    const left = Math.ceil((crop.x * detail) / coarseness);
    const top = Math.ceil((crop.y * detail) / coarseness);
    for (let row = 0; row < Math.floor(sprites.tile.height / coarseness); row += 1) {
      for (let column = 0; column < Math.floor(sprites.tile.width / coarseness); column += 1) {
        const at = (top + row) * plane.width + left + column;
        const texel = (corner.y + row * coarseness) * sprites.width + corner.x + column * coarseness;
        const x = ((left + column + 0.5) * coarseness) / detail;
        const y = ((top + row + 0.5) * coarseness) / detail;
        const share = (featherAt(x, y, crop) * (plane.alpha[at] ?? 0)) / 255;
        const first = TEXEL_BYTES * texel + channel;
        const value = coarseness === 1 ? (sprites.texels[first] ?? 0) : meanOfFour(sprites, first);
        plane.values[at] = (plane.values[at] ?? 0) * (1 - share) + value * share + 0.5;
      }
    }
  }
}

function meanOfFour({ texels, width }: Sprites, at: number): number {
  const right = at + TEXEL_BYTES;
  const below = at + TEXEL_BYTES * width;
  const sum = (texels[at] ?? 0) + (texels[right] ?? 0) + (texels[below] ?? 0);
  return (sum + (texels[below + TEXEL_BYTES] ?? 0)) / 4;
}
