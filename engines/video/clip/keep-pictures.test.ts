import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { frameBytes, sharedBytes } from '../shared-memory.ts';
import { keepPictures } from './keep-pictures.ts';

const SIZE = { width: 16, height: 16 };
const BYTES = frameBytes(SIZE);
const picture = (shade: number): Uint8Array => new Uint8Array(BYTES).fill(shade);

describe('keeping the pictures of a clip', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kept-pictures-'));
  });
  after(() => rm(folder, { recursive: true }));

  test('shows them in any order and leaves no file', async () => {
    const kept = await keepPictures(folder, SIZE);
    for (const shade of [10, 20, 30]) await kept.add(picture(shade));
    assert.deepEqual(await readdir(folder), []);
    const player = kept.player();
    const shown = sharedBytes(BYTES);
    assert.ok(player);
    for (const index of [2, 0, 1, 1]) {
      await player.show(index, shown);
      assert.deepEqual(Buffer.from(shown), Buffer.from(picture(10 * (index + 1))));
    }
    await assert.rejects(player.show(3, shown), { code: 'unreadable_video' });
    await kept.close();
  });

  test('keeps none where not all have room', async () => {
    const kept = await keepPictures(folder, SIZE, 2 * BYTES);
    for (const shade of [10, 20, 30, 40]) await kept.add(picture(shade));
    assert.equal(kept.player(), null);
    await kept.close();
  });

  test('keeps none on a full disk, without an error', async () => {
    await symlink('/dev/full', join(folder, 'pictures.yuv'));
    const kept = await keepPictures(folder, SIZE);
    await kept.add(picture(10));
    await kept.add(picture(20));
    assert.equal(kept.player(), null);
    await kept.close();
  });
});
