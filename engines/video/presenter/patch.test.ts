import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TEXEL_BYTES } from '../simd/layout.ts';
import { createLayout } from '../simd/memory.ts';
import { headAtRest } from './head-pose.ts';
import { planPatch } from './patch.ts';
import { preparePatch } from './patch-mesh.ts';
import type { PosedVertices } from './read-mesh.ts';
import type { Sprites } from './sprites.ts';
import { bytesOf, placeSurface } from './surface.ts';

const SIZE = { width: 16, height: 16 };
const SKIN = 0;
const TEETH = 2;
/** Luma of the first pose's sprite and of the second's. */
const ONE = 200;
const OTHER = 100;
/** rgb(22, 9, 8) in a video. */
const DARK = 26;

/** Both sprites side by side, each of one colour. */
const sprites: Sprites = {
  width: 32,
  texels: Uint8Array.from({ length: TEXEL_BYTES * 32 * 16 }, (_, i) => {
    const column = Math.floor(i / TEXEL_BYTES) % 32;
    return i % TEXEL_BYTES > 0 ? 128 : column < 16 ? ONE : OTHER;
  }),
  tile: SIZE,
  corners: [
    { x: 0, y: 0 },
    { x: 16, y: 0 },
  ],
};

/** The luma in the middle of a triangle that each pose sees as far as is said. */
function drawn(layer: number, seen: readonly [number, number], weights: readonly [number, number]): number {
  const pose = (visible: number): PosedVertices => ({
    x: Float32Array.of(0, 16, 0),
    y: Float32Array.of(0, 0, 16),
    z: Float32Array.of(9, 9, 9),
    visible: new Float32Array(3).fill(visible),
  });
  const poses = seen.map(pose);
  const corners = { corners: Uint16Array.of(0, 1, 2), layers: Uint8Array.of(layer) };
  const mesh = preparePatch({ vertices: 3, poses, ...corners }, sprites, { x: 0, y: 0, ...SIZE }, () => ({
    cover: 1,
    share: 0,
  }));
  mesh.cover.fill(1);
  const layout = createLayout();
  const surface = placeSurface(layout, SIZE);
  const depth = layout.place(4 * 16 * 16);
  const placement = { scale: 1, originX: 0, originY: 0 };
  const patch = planPatch(layout, { poses: ['one', 'other'], mesh, sprites }, { surface, depth, placement });
  const memory = layout.open();
  patch(memory).draw(Float32Array.from(weights), headAtRest());
  return bytesOf(surface, memory)[5 * 16 + 5] ?? 0;
}

const about = (value: number, expected: number): void =>
  assert.ok(Math.abs(value - expected) <= 1, `${value}, not ${expected}`);

describe('colours of a blend', () => {
  test('a pose colours a place as far as it sees it, and not at all where something nearly hides it', () => {
    about(drawn(TEETH, [1, 1], [0.5, 0.5]), (ONE + OTHER) / 2);
    about(drawn(TEETH, [1, 0.3], [0.5, 0.5]), ONE);
    about(drawn(SKIN, [0.65, 1], [0.5, 0.5]), (0.5 * ONE + OTHER) / 1.5);
  });

  test('behind the lips it is dark where no pose sees anything', () => {
    about(drawn(TEETH, [0, 0.3], [0.5, 0.5]), DARK);
    // Colours have an eighth and seven eighths of the weight, because the lightest weights are not noticed.
    about(drawn(TEETH, [1, 0], [0.1625, 0.8375]), (ONE + DARK) / 2);
  });

  test('skin that no pose sees has their colours, and never a hole', () => {
    about(drawn(SKIN, [0, 0], [0.5, 0.5]), (ONE + OTHER) / 2);
  });
});
