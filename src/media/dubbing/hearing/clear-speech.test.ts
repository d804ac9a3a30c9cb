import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DenoisingNotInstalled } from '../../../engines/denoising/index.ts';
import { clearSpeech } from './clear-speech.ts';

const { signal } = new AbortController();
const film = Float32Array.from({ length: 1_000 }, (_, i) => Math.sin(i / 5));
const leaving = (share: number) => ({
  removeNoise: async (samples: Float32Array) => samples.map((sample) => share * sample),
});

test('a film is heard without what is under its speech, if that is loud', async () => {
  assert.notEqual(await clearSpeech(leaving(0.8), film, signal), film);
  assert.equal(await clearSpeech(leaving(0.95), film, signal), film);
});

test('it is heard as it is where speech cannot be taken out, and other failures come through', async () => {
  const failing = (error: Error) => ({ removeNoise: () => Promise.reject(error) });
  assert.equal(await clearSpeech(failing(new DenoisingNotInstalled()), film, signal), film);
  await assert.rejects(clearSpeech(failing(new Error('killed')), film, signal), /killed/);
});
