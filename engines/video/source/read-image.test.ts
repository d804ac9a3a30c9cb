import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { DomainError } from '../../../src/platform/errors.ts';
import { openTestMedia } from '../testing/test-media.ts';
import { fitPicture } from './fit-picture.ts';
import { readImage } from './read-image.ts';

describe('reading a customer’s still', () => {
  const media = openTestMedia();
  const read = (path: string, height = 720) => readImage(media.tools(), path, { height });
  const file = async (name: string, bytes: Buffer | string): Promise<string> => {
    await writeFile(join(media.folder(), name), bytes);
    return join(media.folder(), name);
  };
  const refuses = (path: string, code: string): Promise<void> =>
    assert.rejects(read(path), (error) => error instanceof DomainError && error.code === code, code);
  /** Left half black, right half white. */
  const halves = [
    '-f',
    'lavfi',
    '-i',
    'color=black:s=60x80,drawbox=x=30:w=30:h=80:c=white:t=fill',
    '-frames:v',
    '1',
  ];

  test('JPEG, PNG and WebP become frames of even size that are never enlarged', async () => {
    for (const name of ['a.jpg', 'a.png', 'a.webp']) {
      const path = await media.make(name, '-f', 'lavfi', '-i', 'testsrc=s=801x601', '-frames:v', '1');
      const { width, height } = await read(path, 1080);
      assert.deepEqual([width, height], [800, 600], name);
      assert.equal((await read(path, 480)).height, 480, name);
    }
  });

  test('a still has the same size as a clip of its shape', async () => {
    for (const [width, height] of [
      [801, 601],
      [333, 1_999],
      [2_401, 500],
      [9, 31],
    ] as const) {
      const source = `testsrc=s=${width}x${height}`;
      const path = await media.make(`${width}.png`, '-f', 'lavfi', '-i', source, '-frames:v', '1');
      const still = await read(path, 480);
      assert.deepEqual({ width: still.width, height: still.height }, fitPicture({ width, height }, 480));
    }
  });

  test('a photograph is turned as the camera was held', async () => {
    const plain = await readFile(await media.make('plain.jpg', ...halves));
    const upright = await read(await file('upright.jpg', plain));
    assert.deepEqual([upright.width, upright.height], [60, 80]);
    assert.ok((upright.luma[40 * 60 + 5] ?? 255) < 40);
    const turned = await read(await file('turned.jpg', withOrientation(plain, 6)));
    assert.deepEqual([turned.width, turned.height], [80, 60]);
    // Turned clockwise, what was left is above.
    assert.ok((turned.luma[5 * 80 + 40] ?? 255) < 40 && (turned.luma[55 * 80 + 40] ?? 0) > 200);
    const mirrored = await read(await file('mirrored.jpg', withOrientation(plain, 2)));
    assert.ok((mirrored.luma[40 * 60 + 5] ?? 0) > 200);
  });

  test('transparent pixels show the plain background, not their hidden colour', async () => {
    const hidden = ['-f', 'lavfi', '-i', 'color=red@0.0:s=32x32,format=rgba', '-frames:v', '1'];
    const { luma, red } = await read(await media.make('clear.png', ...hidden));
    assert.ok((luma[500] ?? 0) > 200 && Math.abs((red[100] ?? 0) - 128) < 4);
  });

  test('400: an empty file, text, half a picture’s head, and a picture that claims to be enormous', async () => {
    await refuses(await file('empty.png', ''), 'empty_file');
    await refuses(await file('text.png', 'This is no picture. '.repeat(100)), 'unreadable_image');
    await refuses(await file('drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unreadable_image');
    const whole = await readFile(await media.make('whole.png', ...halves));
    await refuses(await file('head.png', whole.subarray(0, 40)), 'unreadable_image');
    const bomb = Buffer.from(whole);
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    await refuses(await file('bomb.png', bomb), 'unreadable_image');
  });
});

/** Adds an Exif segment that says how the camera was held. */
function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.from('49492a0008000000010012010300010000000000000000000000', 'hex');
  tiff.writeUInt16LE(orientation, 18);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}
