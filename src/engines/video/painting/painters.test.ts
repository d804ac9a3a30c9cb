import assert from 'node:assert/strict';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findFfmpeg } from '../../ffmpeg/index.ts';
import { actFace, actPoses } from '../acting/act.ts';
import { createPresenterShelf, type PresenterShelf } from '../presenter/presenter-shelf.ts';
import { standBefore } from '../presenter/stand-before.ts';
import { writePresenter } from '../presenter/testing/write-presenter.ts';
import { sharedBytes } from '../shared-memory.ts';
import { trackOf } from '../testing/studio.ts';
import { openPainters, type Painters } from './open-painters.ts';
import { paintScene, type Scene } from './scene.ts';

const SIZE = { width: 480, height: 270 };
const BYTES = 480 * 270 * 1.5;
const FRAMES = 12;

describe('painting in threads', () => {
  let folder: string;
  let shelf: PresenterShelf;
  let painters: Painters;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'painters-'));
    await writePresenter(folder);
    const ffmpeg = await findFfmpeg(process.env.FFMPEG_PATH, process.env);
    assert.ok(ffmpeg, 'these tests need ffmpeg');
    shelf = createPresenterShelf({ ffmpeg, prlimit: null }, folder);
    painters = openPainters();
  });
  after(async () => {
    await painters.close();
    await rm(folder, { recursive: true });
  });
  const sceneBefore = async (shade: number): Promise<Scene> => {
    const stage = await shelf.take('drawn', SIZE);
    const backdrop = standBefore(stage, sharedBytes(BYTES).fill(shade));
    const acted = { track: trackOf(['sil', 0.1], ['aa', 0.3], ['PP', 0.1]), fps: 25, frames: FRAMES };
    return {
      kind: 'presenter',
      stage,
      backdrop,
      poses: actPoses(acted, stage.mouth.poses),
      face: actFace(acted),
    };
  };

  test('every frame is what one thread would have drawn, however they share the work', async () => {
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

  test('what goes wrong in a thread is said, and the next frame is painted', async () => {
    await painters.show(await sceneBefore(128));
    await assert.rejects(painters.paint(sharedBytes(16), 0), RangeError);
    await painters.paint(sharedBytes(BYTES), 0);
  });

  test('a presenter is read once, and again where reading it failed', async () => {
    const stage = await shelf.take('drawn', SIZE);
    assert.equal(await shelf.take('drawn', SIZE), stage);
    const [there, away] = [join(folder, 'drawn'), join(folder, 'away')];
    await rename(there, away);
    const other = { width: 320, height: 180 };
    await assert.rejects(shelf.take('drawn', other), { code: 'ENOENT' });
    await rename(away, there);
    assert.equal((await shelf.take('drawn', other)).size, other);
  });
});
