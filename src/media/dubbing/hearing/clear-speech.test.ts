import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openWav } from '../../../../engines/codec/index.ts';
import { DenoisingNotInstalled } from '../../../../engines/denoising/index.ts';
import { keptFilmSpeech } from '../film-speech.ts';
import { clearSpeech } from './clear-speech.ts';

const { signal } = new AbortController();
const folder = await mkdtemp(join(tmpdir(), 'vox-clear-speech-'));
const samples = Float32Array.from({ length: 1_000 }, (_, i) => Math.sin(i / 5));
const film = { samples, folder };
after(() => rm(folder, { recursive: true }));
const leaving = (share: number) => ({
  removeNoise: async (all: Float32Array) => all.map((sample) => share * sample),
});

test('a film is heard without what is under its speech, if that is loud', async () => {
  assert.notEqual(await clearSpeech(leaving(0.8), film, signal), samples);
  assert.equal(await clearSpeech(leaving(0.95), film, signal), samples);
  const kept = await openWav(keptFilmSpeech(folder) ?? '');
  const [speech = new Float32Array()] = await kept.read(0, 2_000);
  await kept.close();
  assert.ok(
    Math.abs((speech[7] ?? 0) - 0.95 * Math.sin(7 / 5)) < 1e-4,
    'the speech alone is kept for mixing',
  );
  assert.equal(kept.frames, 1_000);
});

test('it is heard as it is where speech cannot be taken out, and other failures come through', async () => {
  const failing = (error: Error) => ({ removeNoise: () => Promise.reject(error) });
  assert.equal(await clearSpeech(failing(new DenoisingNotInstalled()), film, signal), samples);
  await assert.rejects(clearSpeech(failing(new Error('killed')), film, signal), /killed/);
});
