import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { silentLog } from '../../src/platform/log.ts';
import { joinSamples } from '../dsp/index.ts';
import { pink } from '../transcription/testing/clips.ts';
import { LINES, recorded } from '../transcription/testing/recordings.ts';
import { rms, silence, withNoise } from '../transcription/testing/spoken.ts';
import { createDenoisingEngine, type DenoisingEngine, findDenoisingWeights } from './index.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../data/models', import.meta.url).pathname;
const RATE = 16_000;

describe('denoising, with real weights', () => {
  let engine: DenoisingEngine;
  let speech: Float32Array;
  before(async () => {
    engine = createDenoisingEngine({ weights: await findDenoisingWeights({ modelsDir }), log: silentLog });
    const lines = await Promise.all(LINES.map((line) => recorded(line, 'af_heart')));
    speech = joinSamples([silence(1), ...lines, ...lines, ...lines, silence(1)]);
  });
  after(() => engine.close());

  /** Returns how far, in dB, everything else lies below the voice. */
  function cleanness(sound: Float32Array): number {
    const along = sound.reduce((sum, x, i) => sum + x * (speech[i] ?? 0), 0);
    const gain = along / speech.reduce((sum, x) => sum + x * x, 0);
    return 20 * Math.log10((gain * rms(speech)) / rms(sound.map((x, i) => x - gain * (speech[i] ?? 0))));
  }

  test('noise is removed and the voice stays where it was, loud or quiet, across the pieces of a long recording', async () => {
    assert.ok(speech.length > 11 * RATE, 'longer than one piece');
    const noisy = withNoise(speech, pink(speech.length / RATE), 5);
    for (const level of [1, 0.02]) {
      const cleaned = await engine.clean(noisy.map((x) => x * level));
      assert.equal(cleaned.length, noisy.length);
      assert.ok(cleanness(cleaned) > 8, `${cleanness(cleaned)} dB from ${cleanness(noisy)}`);
    }
  });

  test('silence stays silent, and an abort signal stops the work', async () => {
    assert.ok(rms(await engine.clean(silence(1))) < 1e-4);
    const signal = AbortSignal.abort(new Error('enough'));
    await assert.rejects(engine.clean(speech, signal), /enough/u);
  });

  test('without its weights it says that it is not installed', async () => {
    const missing = createDenoisingEngine({ weights: null, log: silentLog });
    await assert.rejects(missing.clean(speech), { code: 'engine_unavailable' });
  });
});
