import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VoiceFeatures } from '../../speaker-embedding/index.ts';
import { chosenRecordings, joinedSamples, pooledVoice } from './pool-recordings.ts';

const recording = (seconds: number, quality: number) => ({
  samples: new Float32Array(seconds * 16_000).fill(quality),
  quality,
});

const voice = (print: number[], change: Partial<VoiceFeatures> = {}): VoiceFeatures => ({
  print: Float32Array.from(print),
  spectrumDb: Float32Array.of(4, -4),
  bands: Float32Array.of(1, 1),
  logPitch: 5,
  speechSeconds: 10,
  ...change,
});

test('the best recordings are used first, up to the requested length', () => {
  const chosen = chosenRecordings([recording(3, 0.5), recording(2, 0.9), recording(4, 0.7)], 5);
  assert.deepEqual(
    chosen.map(({ samples, quality }) => [samples.length / 16_000, quality]),
    [
      [2, 0.9],
      [3, 0.7],
    ],
  );
  assert.equal(joinedSamples(chosen).length, 5 * 16_000);
});

test('a recording is weighted by its quality and by its length of speech', () => {
  const pooled = pooledVoice([
    { voice: voice([1, 0], { spectrumDb: Float32Array.of(6, -6), logPitch: 5.2 }), weight: 1 },
    { voice: voice([0, 1], { spectrumDb: Float32Array.of(0, 0), speechSeconds: 20 }), weight: 0.25 },
  ]);
  const [x = 0, y = 0] = pooled.print;
  assert.ok(Math.abs(Math.hypot(x, y) - 1) < 1e-6);
  assert.ok(Math.abs(x / y - 2) < 1e-3);
  assert.ok(Math.abs((pooled.spectrumDb[0] ?? 0) - 4) < 1e-3);
  assert.ok(Math.abs((pooled.logPitch ?? 0) - (2 * 5.2 + 5) / 3) < 1e-3);
  assert.equal(pooled.speechSeconds, 30);
});

test('a band counts if most of the recordings have it, and an unknown pitch is ignored', () => {
  const telephone = voice([1, 0], { bands: Float32Array.of(1, 0), logPitch: null });
  const pooled = pooledVoice([
    { voice: telephone, weight: 1 },
    { voice: telephone, weight: 1 },
    { voice: voice([1, 0]), weight: 1 },
  ]);
  assert.deepEqual(pooled.bands, Float32Array.of(1, 0));
  assert.equal(pooled.logPitch, 5);
});
