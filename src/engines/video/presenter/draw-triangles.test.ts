import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { drawTriangles } from './draw-triangles.ts';
import { createScratch } from './fill-triangle.ts';
import { frameOver } from './frame.ts';
import { preparePatch, STEPS } from './patch-mesh.ts';
import type { PosedVertices } from './read-mesh.ts';
import type { Sprites } from './sprites.ts';

const SIZE = { width: 16, height: 16 };
const [SKIN, TEETH] = [0, 2];
/** Of the first pose's sprite and of the second's. */
const [ONE, OTHER] = [200, 100];
/** rgb(22, 9, 8) in a video. */
const DARK = 26;

/** Both sprites side by side, each of one colour. */
const sprites: Sprites = {
  width: 32,
  y: Uint8Array.from({ length: 32 * 16 }, (_, i) => (i % 32 < 16 ? ONE : OTHER)),
  u: new Uint8Array(32 * 16).fill(128),
  v: new Uint8Array(32 * 16).fill(128),
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
  const mesh = { vertices: 3, poses, corners: Uint16Array.of(0, 1, 2), layers: Uint8Array.of(layer) };
  const patch = preparePatch(mesh, sprites, { x: 0, y: 0, ...SIZE }, () => ({ cover: 1, share: 0 }));
  patch.cover.fill(1);
  patch.movedTriangles.fill(1);
  const frame = frameOver(new Uint8Array(16 * 16 * 1.5), SIZE);
  const far = 16 * STEPS;
  const placed = {
    x: Int32Array.of(0, far, 0),
    y: Int32Array.of(0, 0, far),
    z: Float32Array.of(9, 9, 9),
  };
  const colours = { count: 2, poses: Uint8Array.of(0, 1), weights: Float32Array.from(weights) };
  drawTriangles(frame, patch, placed, sprites, colours, 1, createScratch(SIZE));
  return frame.y[5 * 16 + 5] ?? 0;
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
    about(drawn(TEETH, [1, 0], [0.125, 0.875]), (ONE + DARK) / 2);
  });

  test('skin that no pose sees has their colours, and never a hole', () => {
    about(drawn(SKIN, [0, 0], [0.5, 0.5]), (ONE + OTHER) / 2);
  });
});
