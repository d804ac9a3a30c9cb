import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { silentLog } from '../../src/platform/log.ts';
import { createResampler, joinSamples, resampled } from '../dsp/index.ts';
import { pink } from '../transcription/testing/clips.ts';
import { LINES, recorded } from '../transcription/testing/recordings.ts';
import { atLevel, silence, withNoise } from '../transcription/testing/spoken.ts';
import {
  createVoiceActivityEngine,
  findVoiceActivityWeights,
  type Span,
  speechSpans,
  totalSeconds,
  type VoiceActivityEngine,
} from './index.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../data/models', import.meta.url).pathname;

describe('voice activity in a stream, with real weights', () => {
  let engine: VoiceActivityEngine;
  let line: Float32Array;
  let speech: Float32Array;
  before(async () => {
    engine = createVoiceActivityEngine({
      weights: await findVoiceActivityWeights({ modelsDir }),
      log: silentLog,
    });
    line = await recorded(LINES[0]);
    speech = joinSamples([silence(1), line, silence(1)]);
  });
  after(() => engine.close());

  async function hear(sound: Float32Array, size: number, rate = 16_000): Promise<Float32Array> {
    const stream = engine.open();
    const { push } = createResampler(rate, 16_000);
    const heard: Float32Array[] = [];
    for (let at = 0; at < sound.length; at += size)
      heard.push(await stream.push(push(sound.subarray(at, at + size))));
    return joinSamples(heard);
  }

  function isLine(spans: Span[]): void {
    assert.equal(spans.length, 1, JSON.stringify(spans));
    const [{ start, end } = { start: 0, end: 0 }] = spans;
    const expected = 1 + line.length / 16_000;
    assert.ok(start > 0.9 && start < 1.25 && Math.abs(end - expected) < 0.45, `${start} to ${end}`);
  }

  test('hears the same in pieces of any size, for callers at once, at any usual rate', async () => {
    const [small, odd] = await Promise.all([hear(speech, 320), hear(speech, 1_777)]);
    assert.deepEqual(small, odd);
    isLine(speechSpans(small));
    for (const rate of [8_000, 24_000])
      isLine(speechSpans(await hear(resampled(speech, 16_000, rate), rate / 50, rate)));
  });

  test('hears a voice over a quiet or a noisy microphone, and none in noise or silence', async () => {
    isLine(speechSpans(await hear(atLevel(speech, -62), 1_600)));
    isLine(speechSpans(await hear(withNoise(speech, pink(4), 8), 1_600)));
    for (const noise of [pink(4), pink(4).map((x) => x / 300), silence(4)])
      assert.ok(totalSeconds(speechSpans(await hear(noise, 1_600))) < 0.15);
  });
});
