import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findFfmpeg } from '../../ffmpeg/index.ts';
import { stillFace, VISEMES } from '../../lipsync/index.ts';
import { composeBackdrop } from './backdrop.ts';
import { createCompositor } from './compositor.ts';
import { frameOver } from './frame.ts';
import { loadPresenter } from './load-presenter.ts';
import { listPresenters } from './manifest.ts';
import { placeInFrame } from './placement.ts';
import { preparePresenter } from './prepare-presenter.ts';

const FOLDER = new URL('../../../assets/presenters', import.meta.url).pathname;
const SIZE = { width: 854, height: 480 };
/** A pixel that differs by more of the 219 levels than this has moved: light that changes with a pose stays below. */
const OTHER_LEVELS = 24;

const presenters = await listPresenters(FOLDER);
const ffmpeg = await findFfmpeg(process.env.FFMPEG_PATH, process.env);

test('at least six presenters, of both genders and three ages', () => {
  assert.ok(presenters.length >= 6, `${presenters.length}`);
  assert.equal(new Set(presenters.map(({ gender }) => gender)).size, 2);
  assert.equal(new Set(presenters.map(({ age }) => age)).size, 3);
});

for (const { id } of presenters) {
  describe(`the presenter ${id}`, async () => {
    const presenter = await loadPresenter({ ffmpeg, prlimit: null, sandbox: null }, FOLDER, id, 480 / 1080);
    const { poses, ...crop } = presenter.manifest.mouth;
    const background = new Uint8Array(854 * 480 * 1.5).fill(128);
    const prepared = preparePresenter(presenter, SIZE);
    const compositor = createCompositor(prepared, composeBackdrop(prepared, background));
    const { scale, originX, originY } = placeInFrame(presenter.manifest.canvas, SIZE);
    const drawn = (mouth: Record<string, number>): Uint8Array => {
      const frame = new Uint8Array(854 * 480 * 1.5);
      compositor.draw(
        frame,
        Float32Array.from(poses, (pose) => mouth[pose] ?? 0),
        stillFace(),
      );
      return frameOver(frame, SIZE).y;
    };
    const rest = drawn({ sil: 1 });
    /** Pixels of the mouth that are not as they are at rest. */
    const changed = (mouth: Record<string, number>): number => {
      const luma = drawn(mouth);
      let count = 0;
      for (let y = Math.round(originY + scale * crop.y); y < originY + scale * (crop.y + crop.height); y += 1)
        for (
          let x = Math.round(originX + scale * crop.x);
          x < originX + scale * (crop.x + crop.width);
          x += 1
        )
          if (Math.abs((luma[y * SIZE.width + x] ?? 0) - (rest[y * SIZE.width + x] ?? 0)) > OTHER_LEVELS)
            count += 1;
      return count;
    };

    test('has every shape of the mouth', () => {
      for (const viseme of VISEMES) assert.ok(poses.includes(viseme), viseme);
    });

    test('keeps its lips closed for PP, also with a tenth of an open vowel left in it', () => {
      const open = changed({ aa: 1 });
      assert.ok(open > 150, `${open} pixels`);
      assert.ok(changed({ PP: 1 }) < 0.25 * open, `${changed({ PP: 1 })} of ${open}`);
      assert.ok(changed({ PP: 0.9, aa: 0.1 }) < 0.4 * open, `${changed({ PP: 0.9, aa: 0.1 })} of ${open}`);
    });

    test('opens its mouth by degrees', () => {
      const [some, half, whole] = [0.25, 0.5, 1].map((aa) => changed({ sil: 1 - aa, aa }));
      assert.ok((some ?? 0) < (half ?? 0) && (half ?? 0) < (whole ?? 0), `${some} ${half} ${whole}`);
    });
  });
}
