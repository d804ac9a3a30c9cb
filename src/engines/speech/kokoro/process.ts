import { InferenceSession, Tensor } from 'onnxruntime-node';
import { serveProcess } from '../../../platform/process-pool/index.ts';
import { equalised } from './equaliser.ts';
import { DURATIONS, type KokoroMethods, PITCH_SCALE, type SpeakPayload } from './methods.ts';
import { kokoroOptions } from './session-options.ts';

let session: InferenceSession;

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

async function speak({ ids, style, speed, f0Scale, equaliserDb }: SpeakPayload) {
  const output = await session.run({
    input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
    style: new Tensor('float32', style, [1, style.length]),
    speed: new Tensor('float32', Float32Array.of(speed), [1]),
    [PITCH_SCALE]: new Tensor('float32', Float32Array.of(f0Scale), [1]),
  });
  const samples = output.waveform?.data;
  const frames = output[DURATIONS]?.data;
  if (!(samples instanceof Float32Array && frames instanceof Float32Array))
    throw new Error('the model gave no waveform or no durations');
  // An overflow would otherwise be delivered as silence.
  if (!samples.every(Number.isFinite)) throw new Error('the model gave numbers that are no sound');
  return { samples: equalised(samples, equaliserDb), frames: [...frames] };
}

await serveProcess<KokoroMethods>({
  start: async () => {
    const threads = Number(required('KOKORO_THREADS'));
    session = await InferenceSession.create(required('KOKORO_MODEL'), kokoroOptions(threads));
  },
  methods: {
    speak: (payload, { signal }) => {
      signal.throwIfAborted();
      return speak(payload);
    },
  },
});
