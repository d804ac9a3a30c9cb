import assert from 'node:assert/strict';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findFfmpeg } from '../ffmpeg/index.ts';
import { animateFace, animatePoses } from './animation/animate.ts';
import { openPainters, type Painters } from './open-painters.ts';
import { composeBackdrop } from './presenter/backdrop.ts';
import { createPresenterCache, type PresenterCache } from './presenter/presenter-cache.ts';
import { writePresenter } from './presenter/testing/write-presenter.ts';
import { paintScene, type Scene } from './scene.ts';
import { sharedBytes } from './shared-memory.ts';
import { trackOf } from './testing/test-media.ts';

const SIZE = { width: 480, height: 270 };
const BYTES = 480 * 270 * 1.5;
const FRAMES = 12;

describe('painting in threads', () => {
  let folder: string;
  let presenterCache: PresenterCache;
  let painters: Painters;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'painters-'));
    await writePresenter(folder);
    const ffmpeg = await findFfmpeg(process.env.FFMPEG_PATH, process.env);
    assert.ok(ffmpeg, 'these tests need ffmpeg');
    presenterCache = createPresenterCache({ ffmpeg, prlimit: null, sandbox: null }, folder);
    painters = openPainters();
  });
  after(async () => {
    await painters.close();
    await rm(folder, { recursive: true });
  });
  const sceneBefore = async (shade: number): Promise<Scene> => {
    const prepared = await presenterCache.get('drawn', SIZE);
    const backdrop = composeBackdrop(prepared, sharedBytes(BYTES).fill(shade));
    const animated = { track: trackOf(['sil', 0.1], ['aa', 0.3], ['PP', 0.1]), fps: 25, frames: FRAMES };
    return {
      kind: 'presenter',
      prepared,
      backdrop,
      poses: animatePoses(animated, prepared.mouth.poses),
      face: animateFace(animated),
    };
  };

  test('every frame is the same as if one thread had painted it', async () => {
    for (const shade of [180, 60]) {
      const scene = await sceneBefore(shade);
      await painters.show(scene);
      const frames = Array.from({ length: FRAMES }, () => sharedBytes(BYTES));
      await Promise.all(frames.map((frame, index) => painters.paint(frame, index)));
      const paint = paintScene(scene);
      for (const [index, frame] of frames.entries()) {
        const expected = new Uint8Array(BYTES);
        paint(expected, index);
        assert.ok(Buffer.from(expected).equals(frame), `frame ${index} before ${shade}`);
      }
    }
  });

  test('an error in a thread is reported, and the next frame is painted', async () => {
    await painters.show(await sceneBefore(128));
    await assert.rejects(painters.paint(sharedBytes(16), 0), RangeError);
    await painters.paint(sharedBytes(BYTES), 0);
  });

  test('a presenter is read once, and again after a failed read', async () => {
    const prepared = await presenterCache.get('drawn', SIZE);
    assert.equal(await presenterCache.get('drawn', SIZE), prepared);
    const there = join(folder, 'drawn');
    const away = join(folder, 'away');
    await rename(there, away);
    const other = { width: 320, height: 180 };
    await assert.rejects(presenterCache.get('drawn', other), { code: 'ENOENT' });
    await rename(away, there);
    assert.equal((await presenterCache.get('drawn', other)).size, other);
  });
});
