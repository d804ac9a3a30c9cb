import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { main as compile } from 'assemblyscript/asc';
import {
  BLENDED_BYTES,
  PLACEMENT_BYTES,
  PLACEMENT_ORIGIN,
  PLACEMENT_SCALE,
  RUN_BYTES,
  STEPS,
  TEXEL_BYTES,
  TRIANGLE_BYTES,
  VERTEX_BYTES,
} from './layout.ts';
import { createLayout, type Memory, startKernels } from './memory.ts';

test('kernels.wasm is what its source builds to', async () => {
  const config = fileURLToPath(new URL('./kernels/asconfig.json', import.meta.url));
  const built: (string | Uint8Array)[] = [];
  const { error, stderr } = await compile(['--config', config], {
    writeFile: (_, contents) => void built.push(contents),
  });
  assert.equal(error, null, stderr.toString());
  const committed = await readFile(new URL('./kernels.wasm', import.meta.url));
  assert.equal(built.length, 1);
  assert.ok(
    committed.equals(Buffer.from(built[0] ?? '')),
    'run npm run build:kernels and commit kernels.wasm',
  );
});

const SIZE = { width: 48, height: 32 };
const VERTICES = 90;
const TRIANGLES = 160;
const POSES = 4;

/** Repeatable numbers from 0 to 1. */
function numbers(): () => number {
  let seed = 7;
  return () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
}

const fill = (memory: Memory, at: number, values: number[]): void =>
  new Float32Array(memory.buffer, at, values.length).set(values);
const listOf = (count: number, next: () => number): number[] => Array.from({ length: count }, next);
const digestOf = ({ buffer }: Memory, at: number, bytes: number): string =>
  createHash('sha256')
    .update(new Uint8Array(buffer, at, bytes))
    .digest('hex')
    .slice(0, 16);

// The digests are those of the kernels before they were written in AssemblyScript. Another one means that films change.

test('meshes are placed and drawn in the same pixels as ever', () => {
  const next = numbers();
  const layout = createLayout();
  const pixels = SIZE.width * SIZE.height;
  const poseBytes = VERTICES * VERTEX_BYTES;
  const at = {
    frame: layout.place(1.5 * pixels),
    depth: layout.place(4 * pixels),
    vertices: layout.place(poseBytes),
    poses: layout.place(POSES * poseBytes),
    places: layout.place(POSES * poseBytes),
    triangles: layout.place(TRIANGLES * TRIANGLE_BYTES),
    texels: layout.place(64 * 64 * TEXEL_BYTES),
    share: layout.place(4 * VERTICES),
    cover: layout.place(4 * VERTICES),
    placement: layout.place(PLACEMENT_BYTES),
    blend: layout.place(POSES * BLENDED_BYTES),
  };
  const memory = layout.open();
  const bytes = new Uint8Array(memory.buffer);
  for (let i = 0; i < 64 * 64 * TEXEL_BYTES; i += 1) bytes[at.texels + i] = 255 * next();
  bytes.fill(90, at.frame, at.frame + 1.5 * pixels);
  fill(memory, at.depth, new Array(pixels).fill(Number.POSITIVE_INFINITY));
  const vertex = (): number[] => [60 * next() - 6, 44 * next() - 6, 9 * next(), 0];
  const places = (): number[] => [60 * 256 * next(), 60 * 256 * next(), 1.6 * next() - 0.3, 0];
  for (let i = 0; i < POSES * VERTICES; i += 1) {
    fill(memory, at.poses + i * VERTEX_BYTES, vertex());
    fill(memory, at.places + i * VERTEX_BYTES, places());
  }
  fill(memory, at.share, listOf(VERTICES, next));
  fill(memory, at.cover, listOf(VERTICES, next));
  for (let i = 0; i < TRIANGLES; i += 1) {
    const corners = new Uint16Array(memory.buffer, at.triangles + i * TRIANGLE_BYTES, 4);
    corners.set([...listOf(3, () => Math.floor(VERTICES * next())), i % 3 === 0 ? 1 : 0]);
    new Uint32Array(memory.buffer, at.triangles + i * TRIANGLE_BYTES + 8, 1)[0] = i % 15;
  }
  for (let i = 0; i < POSES; i += 1) {
    new Int32Array(memory.buffer, at.blend + i * BLENDED_BYTES, 1)[0] = at.poses + i * poseBytes;
    fill(memory, at.blend + i * BLENDED_BYTES + 4, [[0.4, 0.3, 0.5, -0.2][i] ?? 0]);
  }
  fill(memory, at.placement, [0.7, -0.4, 0, 0, 0.01, -0.02, 0, 0, 0.02, 0.01, 0, 0]);
  fill(memory, at.placement + PLACEMENT_SCALE, [STEPS * 0.9, STEPS * 0.9, 1, 0]);
  fill(memory, at.placement + PLACEMENT_ORIGIN, [STEPS * 1.3, STEPS * 0.2, 0, 0]);
  const { placeVertices, drawTriangles } = startKernels(memory);
  const blendEnd = at.blend + POSES * BLENDED_BYTES;
  placeVertices(at.vertices, poseBytes, at.blend, blendEnd, at.share, at.cover, at.placement);
  assert.equal(digestOf(memory, at.vertices, poseBytes), 'e895da71a6de97ed');
  assert.equal(digestOf(memory, at.placement, PLACEMENT_BYTES), '464bf7452b5edf1e');
  const blue = at.frame + pixels;
  const red = at.frame + 1.25 * pixels;
  const digests = [1, 2, 3].map((colours) => {
    drawTriangles(
      ...[at.triangles, at.triangles + TRIANGLES * TRIANGLE_BYTES, 6, at.vertices, at.texels, 64],
      ...[at.frame, blue, red, at.depth, SIZE.width, SIZE.height, colours],
      ...[at.places, at.places + poseBytes, at.places + 2 * poseBytes, 0.5, 0.3, 0.2],
    );
    const digest = digestOf(memory, at.frame, 1.5 * pixels);
    fill(memory, at.depth, new Array(pixels).fill(Number.POSITIVE_INFINITY));
    return digest;
  });
  assert.deepEqual(digests, ['178546a234d82136', '698e50c33692184d', '91f9472ff96598fc']);
});

test('a moved person is drawn in the same pixels as ever', () => {
  const next = numbers();
  const layout = createLayout();
  const pixels = SIZE.width * SIZE.height;
  const at = {
    source: layout.place(60 * 40),
    alpha: layout.place(60 * 40),
    target: layout.place(pixels),
    background: layout.place(pixels),
    share: layout.place(4 * pixels),
    runs: layout.place(2 * SIZE.height * RUN_BYTES),
  };
  const memory = layout.open();
  const bytes = new Uint8Array(memory.buffer);
  for (let i = 0; i < 60 * 40; i += 1) {
    bytes[at.alpha + i] = 255 * next();
    bytes[at.source + i] = (bytes[at.alpha + i] ?? 0) * next();
  }
  for (let i = 0; i < pixels; i += 1) bytes[at.background + i] = 255 * next();
  fill(memory, at.share, listOf(pixels, next));
  const runs = new Int32Array(memory.buffer, at.runs, (2 * SIZE.height * RUN_BYTES) / 4);
  for (let row = 0; row < SIZE.height; row += 1) {
    const middle = Math.floor(SIZE.width * next());
    runs.set([row, 0, middle, row % 2, row, middle, SIZE.width, 1], 8 * row);
  }
  const { movePixels } = startKernels(memory);
  for (const zero of [0, 128])
    movePixels(
      ...[at.runs, at.runs + runs.byteLength, at.source, at.alpha, at.target, at.background, at.share],
      ...[
        60,
        40,
        SIZE.width,
        SIZE.width,
        zero,
        0.4,
        0.7,
        1.3,
        256 * 0.95,
        3.2,
        -1.7,
        0.02,
        0.03,
        -0.03,
        0.01,
      ],
    );
  assert.equal(digestOf(memory, at.target, pixels), '963429613a527c79');
});
