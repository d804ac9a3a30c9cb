import { InferenceSession, Tensor } from 'onnxruntime-node';
import { serveProcess } from '../../../src/platform/process-pool/index.ts';
import { sessionOptions } from '../../onnx/index.ts';
import { STEP_SAMPLES } from './layout.ts';
import { LIPS_CONFIG, type LipsConfig, type LipsMethods } from './methods.ts';

async function analyse(session: InferenceSession, samples: Float32Array) {
  const output = await session.run({ samples: new Tensor('float32', samples, [1, samples.length]) });
  const visemes = output.visemes?.data;
  const curves = output.curves?.data;
  if (!(visemes instanceof Float32Array && curves instanceof Float32Array))
    throw new Error('the network returned no visemes or no curves');
  return { steps: samples.length / STEP_SAMPLES, visemes, curves };
}

await serveProcess<LipsMethods, LipsConfig>({
  config: LIPS_CONFIG,
  open: async ({ modelFile }) => {
    const session = await InferenceSession.create(modelFile, sessionOptions(1));
    return {
      analyse: ({ samples }, { signal }) => {
        signal.throwIfAborted();
        return analyse(session, samples);
      },
    };
  },
});
