import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { createTape, writeModel } from '../../../onnx/index.ts';
import { LESSON_SAMPLES, lossInputs, voiceLoss } from './voice-loss.ts';

const waves = (length: number): Float32Array =>
  Float32Array.from({ length }, (_, i) => Math.sin(1.7 * i + 1) / 4);

/** Same depth as the real network, much narrower. */
const NETWORK = {
  layers: [
    { outputs: 12, inputs: 23, taps: 5, dilation: 1, weights: waves(12 * 23 * 5), bias: waves(12) },
    { outputs: 8, inputs: 12, taps: 3, dilation: 2, weights: waves(8 * 12 * 3), bias: waves(8) },
    { outputs: 6, inputs: 8, taps: 3, dilation: 3, weights: waves(6 * 8 * 3), bias: waves(6) },
  ],
  head: { matrix: { rows: 128, columns: 12, values: waves(128 * 12) }, bias: waves(128) },
};

/** A moving buzz between two silences. */
const REAL = Float32Array.from({ length: LESSON_SAMPLES }, (_, i) => {
  const t = i / 24_000;
  const voiced = Math.sin(2 * Math.PI * 130 * t) + 0.5 * Math.sin(2 * Math.PI * (700 + 400 * t) * t);
  return t > 0.2 && t < 0.7 ? 0.2 * voiced : 0;
});

describe('the loss of a voice', () => {
  let session: InferenceSession;
  before(async () => {
    const { given, write } = voiceLoss(NETWORK);
    const tape = createTape('test');
    const loss = write(tape, { sound: 'sound', harmonic: 'harmonic' });
    const { nodes, initializers } = tape.written();
    const model = writeModel({
      name: 'loss',
      nodes: nodes.map(({ op, inputs, outputs, attributes = {} }) => ({
        ...{ operator: op, inputs, output: outputs[0] ?? '' },
        attributes: Object.fromEntries(
          Object.entries(attributes).map(([name, value]) => [name, Object.values(value)[0]]),
        ),
      })),
      tensors: initializers,
      inputs: [
        ...Object.entries(given).map(([name, shape]) => ({ name, shape })),
        ...['sound', 'harmonic'].map((name) => ({ name, shape: [1, LESSON_SAMPLES] })),
      ],
      outputs: [{ name: loss, shape: [1, 1, 1] }],
    });
    session = await InferenceSession.create(model, { logSeverityLevel: 3 });
  });

  async function lossOf(sound: Float32Array, harmonic = sound): Promise<number> {
    const values: Record<string, Float32Array> = { ...lossInputs(REAL), sound, harmonic };
    const { given } = voiceLoss(NETWORK);
    const feeds = Object.entries(values).map(([name, numbers]) => {
      const shape = given[name]?.map(Number) ?? [1, LESSON_SAMPLES];
      return [name, new Tensor('float32', numbers, shape)] as const;
    });
    const made = await session.run(Object.fromEntries(feeds));
    return Number(Object.values(made)[0]?.data[0]);
  }

  test('is nothing for the sound itself', async () => {
    const loss = await lossOf(REAL);
    assert.ok(Math.abs(loss) < 0.01, `${loss}`);
  });

  test('rises with noise, with level, and with pulses out of place', async () => {
    const noisy = (by: number) => REAL.map((value, i) => value + by * Math.sin(i * i));
    const [little, more] = [await lossOf(noisy(0.001)), await lossOf(noisy(0.02))];
    assert.ok(little > 0.5 && more > little + 0.5, `${little} and ${more}`);
    const [louder, loudest] = [1.05, 1.3].map((by) => REAL.map((value) => by * value));
    assert.ok((await lossOf(louder ?? REAL)) > 0.5);
    assert.ok((await lossOf(loudest ?? REAL)) > (await lossOf(louder ?? REAL)) + 0.5);
    assert.ok((await lossOf(REAL, new Float32Array(LESSON_SAMPLES))) > 0.5);
  });

  test('is a number where there is only silence', async () => {
    assert.ok(Number.isFinite(await lossOf(new Float32Array(LESSON_SAMPLES))));
  });
});
