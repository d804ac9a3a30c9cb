import { InferenceSession, Tensor } from 'onnxruntime-node';
import { serveProcess } from '../../../platform/process-pool/index.ts';
import { sessionOptions } from '../../onnx/index.ts';
import { STEP_SAMPLES } from './layout.ts';
import type { LipsMethods } from './methods.ts';

let session: InferenceSession;

async function hear(samples: Float32Array) {
  const heard = await session.run({ samples: new Tensor('float32', samples, [1, samples.length]) });
  const [visemes, curves] = [heard.visemes?.data, heard.curves?.data];
  if (!(visemes instanceof Float32Array && curves instanceof Float32Array))
    throw new Error('the network gave no visemes or no curves');
  return { steps: samples.length / STEP_SAMPLES, visemes, curves };
}

await serveProcess<LipsMethods>({
  start: async () => {
    const file = process.env.LIPS_MODEL;
    if (!file) throw new Error('LIPS_MODEL is not set');
    session = await InferenceSession.create(file, sessionOptions(1));
  },
  methods: {
    hear: ({ samples }, { signal }) => {
      signal.throwIfAborted();
      return hear(samples);
    },
  },
});
