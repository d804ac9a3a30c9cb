import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findFfmpeg } from '../../ffmpeg/index.ts';
import { createLayout } from '../simd/memory.ts';
import { composeBackdrop } from './backdrop.ts';
import { planBody } from './draw-body.ts';
import { headAtRest, inverseOf, poseHead } from './head-pose.ts';
import { TRAVEL_STEPS, travelStep } from './head-travel.ts';
import type { PreparedPresenter } from './prepare-presenter.ts';
import { createPresenterCache } from './presenter-cache.ts';
import { bytesOf, placeSurface } from './surface.ts';
import { writePresenter } from './testing/write-presenter.ts';

const SIZE = { width: 480, height: 270 };
const HEADS = [
  { x: 0, y: 0, tiltDegrees: 0, scale: 1 },
  { x: 0.01, y: -0.004, tiltDegrees: -0.3, scale: 1.002 },
  { x: -0.02, y: 0.012, tiltDegrees: 0.9, scale: 0.995 },
  { x: 0.03, y: 0.03, tiltDegrees: -1.6, scale: 1.01 },
];

describe('drawing only the part of a head that its movement reaches', () => {
  let folder: string;
  let prepared: PreparedPresenter;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'body-'));
    await writePresenter(folder);
    const ffmpeg = await findFfmpeg(process.env.FFMPEG_PATH, process.env);
    assert.ok(ffmpeg, 'these tests need ffmpeg');
    prepared = await createPresenterCache({ ffmpeg, prlimit: null, sandbox: null }, folder).get(
      'drawn',
      SIZE,
    );
  });
  after(() => rm(folder, { recursive: true }));

  function drawn(head: (typeof HEADS)[number], step: number): Uint8Array {
    // A pattern, so that what is left from the still picture is noticed.
    const background = Uint8Array.from({ length: 480 * 270 * 1.5 }, (_, i) => 60 + ((i * 37) % 120));
    const { still } = composeBackdrop(prepared, background);
    const layout = createLayout();
    const surface = placeSurface(layout, SIZE);
    const behind = placeSurface(layout, SIZE);
    const body = planBody(layout, [surface, behind], prepared.planes, 'moving');
    const memory = layout.open();
    const frame = bytesOf(surface, memory);
    frame.set(still);
    bytesOf(behind, memory).set(background);
    body(memory)(step, inverseOf(poseHead(head, prepared.neck, headAtRest()), headAtRest()));
    return frame;
  }

  test('gives the same pixels as drawing everything that can move', () => {
    assert.deepEqual(HEADS.map(travelStep), [1, 2, 4, 6]);
    for (const head of HEADS) {
      const some = drawn(head, travelStep(head));
      const all = drawn(head, TRAVEL_STEPS);
      const most = some.reduce((far, value, i) => Math.max(far, Math.abs(value - (all[i] ?? 0))), 0);
      assert.ok(most <= 1, `${most} levels for ${JSON.stringify(head)}`);
    }
  });
});
