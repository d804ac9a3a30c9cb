import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InferenceSession } from 'onnxruntime-node';
import { joinSamples } from '../../dsp/index.ts';
import { byteSettings, sessionOptions } from '../../onnx/index.ts';
import { DURATIONS } from '../kokoro/methods.ts';
import { speakerFeeds } from '../kokoro/speaker-feeds.ts';
import { createStyles, VOICES_DIR } from '../kokoro/styles.ts';
import { tokenIds } from '../kokoro/vocabulary.ts';
import { assembleKokoro, DECODER_FILE } from '../weights.ts';
import { ADAPTATION_SIZE } from './adaptation.ts';
import { type HybridInput, loadHybrid } from './hybrid.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../../data/models', import.meta.url).pathname;

const modelFile = await assembleKokoro({ modelsDir });
const hybrid = await loadHybrid({ modelFile, decoderFile: DECODER_FILE, threads: 1 });
const ids = tokenIds('hˈI ðˈɛɹ, jʊɹ fɹˈɛndz.');
const style = await createStyles(VOICES_DIR).styleFor([{ id: 'af_heart', weight: 1 }], ids.length - 2);
const input = { ids, style, speed: 1, f0Scale: 1 };
const isAudible = (x: number): boolean => Math.abs(x) > 0.005;
const power = (samples: Float32Array): number => samples.reduce((sum, x) => sum + x * x, 0);

test('the stages of the model are together the model, with its reading of the symbols in 8 bits', async () => {
  const whole = await InferenceSession.create(modelFile, sessionOptions(1, await byteSettings()));
  let steps = 0;
  const prepared = await hybrid.prepare(input, (step) => {
    steps += 1;
    return step();
  });
  assert.equal(steps, 20);
  const made = await whole.run(speakerFeeds(input));
  const expected = made.waveform?.data;
  const durations = made[DURATIONS]?.data;
  assert.ok(expected instanceof Float32Array && durations instanceof Float32Array);
  const away = prepared.durations.map((frames, i) => Math.abs(frames - (durations[i] ?? 99)));
  assert.ok(
    away.every((frames) => frames <= 1),
    `${away}`,
  );
  const [generated = new Float32Array()] = await all(prepared.generated());
  assert.ok(Math.abs(10 * Math.log10(power(generated) / power(expected))) < 0.5);
});

test('what was read of a repeated utterance changes nothing', async () => {
  const timbre = style.map((value, i) => (i < 128 ? 0.9 * value : value));
  const voices = [input, { ...input, style: timbre, f0Scale: 1.2 }, { ...input, speed: 1.3 }];
  const said = async (given: HybridInput) => {
    const { durations, windows } = await hybrid.prepare(given);
    return { durations, sound: await all(windows()) };
  };
  const fresh = [];
  for (const voice of voices) fresh.push(await said(voice));
  for (const [i, voice] of voices.entries())
    assert.deepEqual(await said({ ...voice, isRepeated: true }), fresh[i]);
  let steps = 0;
  await hybrid.prepare(input, (step) => {
    steps += 1;
    return step();
  });
  assert.equal(steps, 4);
});

test('no sound is outside the extent of the voice', async () => {
  const { voice, windows } = await hybrid.prepare(input);
  const inside = await all(windows(voice));
  const everything = joinSamples(await all(windows()));
  assert.ok(everything.findIndex(isAudible) >= voice.from * 300);
  assert.ok(everything.findLastIndex(isAudible) < voice.to * 300);
  const made = inside.reduce((sum, { length }) => sum + length, 0);
  assert.equal(made, (voice.to - voice.from) * 300);
});

test('windows of any length sound like one, but for the noise of 8 bits', async () => {
  const { voice, windows } = await hybrid.prepare(input);
  const whole = joinSamples(await all(windows({ ...voice, windowFrames: 10_000 })));
  for (const windowFrames of [40, 7, 1]) {
    const parts = await all(windows({ ...voice, windowFrames }));
    assert.ok(parts.slice(0, -1).every(({ length }) => length === windowFrames * 300));
    const sound = joinSamples(parts);
    assert.equal(sound.length, whole.length);
    const noiseDb = 10 * Math.log10(power(sound.map((x, i) => x - (whole[i] ?? 9))) / power(whole));
    assert.ok(noiseDb < -12, `${windowFrames}: ${noiseDb} dB`);
  }
});

test('an adaptation of zeros changes nothing, another one the sound', async () => {
  const soundOf = async (adaptation?: Float32Array) => {
    const { voice, windows } = await hybrid.prepare({ ...input, adaptation });
    return joinSamples(await all(windows(voice)));
  };
  const plain = await soundOf();
  assert.deepEqual(await soundOf(new Float32Array(ADAPTATION_SIZE)), plain);
  const moved = await soundOf(
    Float32Array.from({ length: ADAPTATION_SIZE }, (_, i) => 0.03 * Math.cos(i * i)),
  );
  const change = 10 * Math.log10(power(moved.map((x, i) => x - (plain[i] ?? 9))) / power(plain));
  assert.ok(change > -40 && change < 10, `${change} dB`);
});

async function all(parts: AsyncIterable<Float32Array>): Promise<Float32Array[]> {
  const read: Float32Array[] = [];
  for await (const part of parts) read.push(part);
  return read;
}
