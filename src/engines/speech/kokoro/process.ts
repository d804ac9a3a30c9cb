import { InferenceSession, Tensor } from 'onnxruntime-node';
import { serveProcess } from '../../../platform/process-pool/index.ts';
import type { KokoroMethods } from './methods.ts';
import { sessionOptions } from './session-options.ts';

let session: InferenceSession;

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

async function speak(ids: readonly number[], style: Float32Array, speed: number): Promise<Float32Array> {
  const output = await session.run({
    input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
    style: new Tensor('float32', style, [1, style.length]),
    speed: new Tensor('float32', Float32Array.of(speed), [1]),
  });
  const samples = output.waveform?.data;
  if (!(samples instanceof Float32Array)) throw new Error('the model gave no waveform');
  // An overflow would otherwise be delivered as silence.
  if (!samples.every(Number.isFinite)) throw new Error('the model gave numbers that are no sound');
  return samples;
}

await serveProcess<KokoroMethods>({
  start: async () => {
    const threads = Number(required('KOKORO_THREADS'));
    session = await InferenceSession.create(required('KOKORO_MODEL'), sessionOptions(threads));
  },
  methods: {
    speak: async ({ ids, style, speed }, { signal }) => {
      signal.throwIfAborted();
      return { samples: await speak(ids, style, speed) };
    },
  },
});
