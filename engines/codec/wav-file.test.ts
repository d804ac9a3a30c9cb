import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createWav, InvalidWav, openWav } from './index.ts';

describe('a WAV file in pieces', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vox-wav-'));
  });
  after(() => rm(folder, { recursive: true }));

  test('what is written in pieces is read in others, with silence around it', async () => {
    const path = join(folder, 'stereo.wav');
    const writer = await createWav(path, { sampleRate: 48_000, channels: 2 });
    await writer.write([Float32Array.of(0.5, -1), Float32Array.of(0.25, 2)]);
    await writer.write([Float32Array.of(0.125), Float32Array.of(-2)]);
    await writer.close();
    const reader = await openWav(path);
    assert.deepEqual([reader.sampleRate, reader.channels, reader.frames], [48_000, 2, 3]);
    assert.deepEqual(await reader.read(-1, 5), [
      Float32Array.of(0, 0.5, -1, 0.125, 0, 0),
      Float32Array.of(0, 0.25, 32_767 / 32_768, -1, 0, 0),
    ]);
    assert.deepEqual(await reader.read(1, 2), [Float32Array.of(-1), Float32Array.of(32_767 / 32_768)]);
    assert.deepEqual(await reader.read(7, 9), [new Float32Array(2), new Float32Array(2)]);
    await reader.close();
  });

  test('what is no WAV file is refused', async () => {
    const path = join(folder, 'other.wav');
    await writeFile(path, 'nothing of the kind, but long enough');
    await assert.rejects(openWav(path), InvalidWav);
  });
});
