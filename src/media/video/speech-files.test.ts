import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readWav } from '../../../engines/codec/index.ts';
import { resampled } from '../../../engines/dsp/index.ts';
import { openSpeechFiles } from './speech-files.ts';

const RATE = 24_000;

test('speech that comes in pieces is whole in both files, at both rates', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'speech-'));
  t.after(() => rm(folder, { recursive: true }));
  const speech = Float32Array.from({ length: 2.1 * RATE + 7 }, (_, i) => 0.6 * Math.sin(i / 9));
  const files = await openSpeechFiles(folder, RATE);
  for (let from = 0; from < speech.length; from += 5_001)
    await files.add(speech.subarray(from, from + 5_001));
  const heard = await files.end();
  await files.close();
  const wav = readWav(await readFile(files.path));
  assert.deepEqual([wav.sampleRate, wav.samples.length], [RATE, speech.length]);
  const expected = resampled(speech, RATE, 16_000);
  const lower = await heard.read(0, heard.length + 1);
  assert.equal(lower.length, expected.length);
  assert.ok(lower.every((sample, i) => Math.abs(sample - (expected[i] ?? 9)) < 1e-5));
});

test('no speech gives files without sound', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'speech-'));
  t.after(() => rm(folder, { recursive: true }));
  const files = await openSpeechFiles(folder, RATE);
  assert.equal((await files.end()).length, 0);
  await files.close();
  assert.equal((await readFile(files.path)).length, 44);
});
