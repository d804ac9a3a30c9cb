import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InferenceSession } from 'onnxruntime-node';
import { byteSettings, sessionOptions } from '../../onnx/index.ts';
import { speakerFeeds } from '../kokoro/speaker-feeds.ts';
import { createStyles, VOICES_DIR } from '../kokoro/styles.ts';
import { tokenIds } from '../kokoro/vocabulary.ts';
import { assembleKokoro, DECODER_FILE } from '../weights.ts';
import { loadHybrid } from './hybrid.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../../../data/models', import.meta.url).pathname;

test('the stages of the model are together the model, and no sound is outside the extent of the voice', async () => {
  const modelFile = await assembleKokoro({ modelsDir });
  const hybrid = await loadHybrid({ modelFile, decoderFile: DECODER_FILE, threads: 1 });
  const whole = await InferenceSession.create(modelFile, sessionOptions(1, await byteSettings()));
  const ids = tokenIds('hˈI ðˈɛɹ, jʊɹ fɹˈɛndz.');
  const style = await createStyles(VOICES_DIR).styleFor([{ id: 'af_heart', weight: 1 }], ids.length - 2);
  const input = { ids, style, speed: 1, f0Scale: 1 };
  const steps: number[] = [];
  const prepared = await hybrid.prepare(input, (step, index) => {
    steps.push(index);
    return step();
  });
  assert.deepEqual(steps, [0, 1, 2, 3]);
  const expected = (await whole.run(speakerFeeds(input))).waveform?.data;
  assert.ok(expected instanceof Float32Array);
  const [generated] = await all(prepared.generated());
  assert.equal(generated?.length, expected.length);
  const difference = expected.reduce((most, x, i) => Math.max(most, Math.abs(x - (generated?.[i] ?? 9))), 0);
  assert.ok(difference < 0.01, `${difference}`);
  const { voice } = prepared;
  const [inside, everything] = [await all(prepared.windows(voice)), await all(prepared.windows())];
  const isAudible = (x: number) => Math.abs(x) > 0.005;
  const sound = everything.flatMap((part) => [...part]);
  assert.equal(sound.length, expected.length);
  assert.ok(sound.findIndex(isAudible) >= voice.from * 300);
  assert.ok(sound.findLastIndex(isAudible) < voice.to * 300);
  const made = inside.reduce((sum, { length }) => sum + length, 0);
  assert.equal(made, (voice.to - voice.from) * 300);
});

async function all(parts: AsyncIterable<Float32Array>): Promise<Float32Array[]> {
  const read: Float32Array[] = [];
  for await (const part of parts) read.push(part);
  return read;
}
