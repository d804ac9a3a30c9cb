import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { joinSamples } from '../../dsp/index.ts';
import { clipsWithoutSpeech, mix, pink, white } from '../../transcription/testing/clips.ts';
import { LINES, recorded } from '../../transcription/testing/recordings.ts';
import { silence, withNoise } from '../../transcription/testing/spoken.ts';
import type { CloningEngine } from '../cloning-engine.ts';
import { realCloning } from '../testing/real-cloning.ts';

const RATE = 16_000;
/** Twice what a sample needs, so that the length of a clip is no reason to refuse it. */
const LONG_SECONDS = 6;
const MUSIC = ['organ', 'guitar', 'strings', 'flute', 'brass'];

describe('voice samples, with real weights', () => {
  const clips = new Map(clipsWithoutSpeech().map(({ name, samples }) => [name, samples]));
  let identity: CloningEngine;
  before(async () => {
    identity = await realCloning();
  });

  /** Each line twice, by the voices in turn. */
  async function talk(...voices: string[]): Promise<Float32Array> {
    const lines = await Promise.all(
      [...LINES, ...LINES].map((line, i) => recorded(line, voices[i % voices.length])),
    );
    return joinSamples(lines.flatMap((line) => [line, silence(0.6)]));
  }
  const check = (samples: Float32Array, sampleRate = RATE) => identity.check({ samples, sampleRate });
  const codes = async (samples: Float32Array): Promise<string[]> =>
    (await check(samples)).problems.map(({ code }) => code);

  for (const voice of ['af_heart', 'bm_george'])
    test(`${voice} alone is accepted`, async () => {
      const { problems, quality, speechSeconds } = await check(await talk(voice));
      assert.deepEqual(problems, []);
      assert.ok(quality > 0.7 && speechSeconds > 5, `${quality} ${speechSeconds}`);
    });

  test('an overdriven recording is reported as clipped, even if its level was changed afterwards', async () => {
    const sound = await talk('bm_george');
    const peak = sound.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    const clipped = (by: number, level: number) =>
      sound.map((x) => level * Math.max(-1, Math.min(1, (x * by) / peak)));
    assert.deepEqual(await codes(clipped(4, 1)), ['clipped']);
    assert.deepEqual(await codes(clipped(4, 0.3)), ['clipped']);
    assert.deepEqual(await codes(clipped(1, 1)), []);
  });

  test('silence is silent, and one word is too short', async () => {
    assert.deepEqual(await codes(silence(6)), ['silent']);
    assert.deepEqual(await codes(white(6).map((x) => x * 1e-4)), ['silent']);
    assert.deepEqual(await codes(await recorded('Yes.', 'am_adam')), ['too_short']);
  });

  test('noise is measured: refused below 10 dB, accepted above, with lower quality the more there is', async () => {
    const sound = await talk('af_heart');
    for (const noise of [white(9), pink(9)]) {
      assert.deepEqual(await codes(withNoise(sound, noise, 5)), ['noisy']);
      const some = await check(withNoise(sound, noise, 15));
      assert.deepEqual(some.problems, []);
      assert.ok(Math.abs(some.snrDb - 15) < 3, `${some.snrDb} dB`);
      const little = await check(withNoise(sound, noise, 30));
      assert.ok(little.quality > some.quality);
    }
  });

  test('two speakers are refused', async () => {
    for (const pair of [
      ['af_heart', 'bm_george'],
      ['bm_george', 'bf_emma'],
    ])
      assert.deepEqual(await codes(await talk(...pair)), ['several_speakers']);
  });

  test('music under a voice is refused', async () => {
    const sound = await talk('bf_emma');
    for (const name of MUSIC) {
      const music = clips.get(name);
      assert.ok(music);
      const under = withNoise(sound, music, 12);
      assert.ok((await codes(under)).includes('music'), `${name} beneath a voice`);
    }
  });

  test('mains hum under a voice is noise, not music', async () => {
    const sound = await talk('bf_emma');
    const hum = Float32Array.from({ length: sound.length }, (_, i) =>
      [1, 2, 3, 4, 6, 8, 10].reduce((sum, n) => sum + Math.sin((2 * Math.PI * 50 * n * i) / RATE + n) / n, 0),
    );
    assert.deepEqual(await codes(withNoise(sound, hum, 14)), []);
    assert.deepEqual(await codes(withNoise(sound, hum, 6)), ['noisy']);
  });

  test('a good sample is accepted at a higher sample rate too', async () => {
    const sound = await talk('af_heart');
    const doubled = Float32Array.from({ length: 2 * sound.length }, (_, i) => sound[i >> 1] ?? 0);
    assert.deepEqual((await check(doubled, 2 * RATE)).problems, []);
  });

  test('audio without speech is always refused, and music as music', async () => {
    for (const [name, samples] of clips) {
      const isLong = samples.length >= LONG_SECONDS * RATE;
      const found = await codes(isLong ? samples : mix(joinSamples([samples, samples])));
      assert.notEqual(found.length, 0, name);
      if ([...MUSIC, 'band'].includes(name)) assert.ok(found.includes('music'), name);
    }
  });
});
