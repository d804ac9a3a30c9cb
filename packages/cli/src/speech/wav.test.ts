import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { encodeWav } from '../../../../engines/codec/index.ts';
import { closeWav, openWav } from './wav.ts';

const WAV = encodeWav([Float32Array.of(0.1, 0.2, 0.3, 0.4)], 24_000);

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test('header and samples are told apart, wherever the chunks end and whatever follows', async () => {
  const followed = Buffer.concat([WAV, Buffer.from('LIST\u0004\0\0\0abcd', 'latin1')]);
  for (const file of [WAV, followed])
    for (const size of [1, 7, 44, 1_000]) {
      const { header, samples } = await openWav(inPieces(file, size));
      assert.equal(header.length, 44);
      assert.deepEqual(await buffer(samples), WAV.subarray(44));
    }
});

test('the lengths are filled in once they are known', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vox-wav-'));
  const path = join(folder, 'joined.wav');
  const { header, samples } = await openWav(inPieces(WAV, 10));
  await writeFile(path, Buffer.concat([header, await buffer(samples)]));
  await closeWav(path, header.length);
  assert.deepEqual(await readFile(path), WAV);
  await rm(folder, { recursive: true });
});

test('what is not WAV is refused', async () => {
  await assert.rejects(openWav(inPieces(Buffer.from('ID3 something else'), 4)), /no WAV/);
});
