import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findFfmpeg } from '../../ffmpeg/index.ts';
import { type FaceMoment, stillFace, type Viseme } from '../../lipsync/index.ts';
import { composeBackdrop } from './backdrop.ts';
import { type Compositor, createCompositor } from './compositor.ts';
import { frameOver } from './frame.ts';
import { loadPresenter } from './load-presenter.ts';
import { preparePresenter } from './prepare-presenter.ts';
import { MOUTH_LINE } from './testing/drawn-face.ts';
import { MOUTH, writePresenter } from './testing/write-presenter.ts';

/** The canvas lies in it as it is: 320 x 270 in the middle. */
const SIZE = { width: 960, height: 270 };
const LEFT = 320;
const BYTES = SIZE.width * SIZE.height * 1.5;
const BACKGROUND = 180;
const INSIDE_BELOW = 40;

describe('drawing a presenter', () => {
  let folder: string;
  let compositor: Compositor;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'presenter-'));
    await writePresenter(folder);
    const ffmpeg = await findFfmpeg(process.env.FFMPEG_PATH, process.env);
    assert.ok(ffmpeg, 'these tests need ffmpeg');
    const presenter = await loadPresenter({ ffmpeg, prlimit: null, sandbox: null }, folder, 'drawn', 1);
    const background = new Uint8Array(BYTES).fill(BACKGROUND);
    const prepared = preparePresenter(presenter, SIZE);
    compositor = createCompositor(prepared, composeBackdrop(prepared, background));
  });
  after(() => rm(folder, { recursive: true }));

  function drawn(mouth: Partial<Record<Viseme, number>>, moment: Partial<FaceMoment> = {}): Uint8Array {
    const weights = Float32Array.from(MOUTH.poses, (pose) => mouth[pose as Viseme] ?? 0);
    const frame = new Uint8Array(BYTES);
    compositor.draw(frame, weights, { ...stillFace(), ...moment });
    return frame;
  }
  const luma = (frame: Uint8Array, x: number, y: number): number => frame[y * SIZE.width + LEFT + x] ?? 0;
  /** How many pixels of the mouth's middle column show its inside. */
  const opening = (frame: Uint8Array): number => {
    let count = 0;
    for (let y = MOUTH.y; y < MOUTH.y + MOUTH.height; y += 1)
      if (luma(frame, MOUTH_LINE.x, y) < INSIDE_BELOW) count += 1;
    return count;
  };

  test('puts the person in the middle, over the background, as it was painted', () => {
    const frame = drawn({ sil: 1 });
    assert.equal(frame[10 * SIZE.width + 10], BACKGROUND);
    assert.equal(luma(frame, 20, 20), BACKGROUND);
    // Skin of (205, 165, 145) is 164 in BT.709.
    assert.ok(Math.abs(luma(frame, 160, 60) - 164) <= 2, `${luma(frame, 160, 60)}`);
    const { u, v } = frameOver(frame, SIZE);
    const chroma = 30 * (SIZE.width / 2) + (LEFT + 160) / 2;
    assert.ok(Math.abs((u[chroma] ?? 0) - 116) <= 3 && Math.abs((v[chroma] ?? 0) - 147) <= 3);
  });

  test('lips are closed for PP and at rest, and open as far as each pose was drawn', () => {
    assert.equal(opening(drawn({ sil: 1 })), 0);
    assert.equal(opening(drawn({ PP: 1 })), 0);
    for (const [pose, pixels] of [
      ['aa', 24],
      ['E', 14],
      ['ih', 9],
    ] as const)
      assert.ok(
        Math.abs(opening(drawn({ [pose]: 1 })) - pixels) <= 1,
        `${pose}: ${opening(drawn({ [pose]: 1 }))}`,
      );
  });

  test('halfway between two poses the lips are halfway apart: warped, not faded', () => {
    const frame = drawn({ sil: 0.5, aa: 0.5 });
    assert.ok(Math.abs(opening(frame) - 12) <= 1, `${opening(frame)}`);
    // A fade would leave the lower lip of the closed mouth inside of the open one, half as dark.
    for (let y = MOUTH_LINE.y - 1; y < MOUTH_LINE.y + 8; y += 1)
      assert.ok(luma(frame, MOUTH_LINE.x, y) < INSIDE_BELOW, `row ${y}: ${luma(frame, MOUTH_LINE.x, y)}`);
  });

  test('the head moves and the shoulders stay still', () => {
    const rest = drawn({ sil: 1 });
    const moved = drawn({ sil: 1 }, { head: { x: 0.04, y: 0.02, tiltDegrees: 1.5, scale: 1.01 } });
    assert.ok(opening(moved) === 0);
    const rows = (frame: Uint8Array, from: number, to: number): Uint8Array =>
      frame.subarray(from * SIZE.width, to * SIZE.width);
    assert.notDeepEqual(rows(moved, 60, 160), rows(rest, 60, 160));
    assert.deepEqual(rows(moved, 222, 270), rows(rest, 222, 270));
  });

  test('a blink shuts the eyes by way of half', () => {
    const eye = (lids: number): number => {
      const frame = drawn({ sil: 1 }, { lids });
      return Array.from({ length: 16 }, (_, i) => luma(frame, 138, 76 + i)).filter((value) => value < 60)
        .length;
    };
    assert.ok(
      eye(0) > 12 && eye(0.5) > 4 && eye(0.5) < 12 && eye(1) === 0,
      `${eye(0)} ${eye(0.5)} ${eye(1)}`,
    );
  });

  test('a frame leaves nothing behind in the next', () => {
    const first = drawn({ sil: 0.2, PP: 0.8 });
    drawn({ aa: 1 }, { head: { x: -0.05, y: 0.03, tiltDegrees: -1.6, scale: 1.01 }, lids: 1 });
    assert.deepEqual(drawn({ sil: 0.2, PP: 0.8 }), first);
  });

  test('drawing more frames takes no more memory', () => {
    const weights = new Float32Array(MOUTH.poses.length);
    const moment = stillFace();
    const frame = new Uint8Array(BYTES);
    const draw = (count: number): void => {
      for (let i = 0; i < count; i += 1) {
        weights[0] = i / count;
        weights[MOUTH.poses.indexOf('aa')] = 1 - i / count;
        moment.head.x = 0.02 * Math.sin(i / 9);
        compositor.draw(frame, weights, moment);
      }
    };
    draw(100);
    const before = process.memoryUsage();
    draw(400);
    const now = process.memoryUsage();
    assert.ok(
      now.arrayBuffers - before.arrayBuffers < 1e5,
      `${now.arrayBuffers - before.arrayBuffers} bytes`,
    );
    assert.ok(now.rss - before.rss < 32e6, `${now.rss - before.rss} bytes`);
  });

  test('a pose is not visible before it has any weight', () => {
    const without = drawn({ aa: 0.6, E: 0.3, ih: 0.1 });
    const just = drawn({ aa: 0.6, E: 0.3, ih: 0.0995, oh: 0.0005 });
    const most = without.reduce((far, value, i) => Math.max(far, Math.abs(value - (just[i] ?? 0))), 0);
    assert.ok(most <= 3, `${most}`);
  });
});
