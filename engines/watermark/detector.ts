import { InferenceSession, Tensor } from 'onnxruntime-node';
import { sessionOptions } from '../onnx/index.ts';
import type { Detect } from './hear.ts';

export async function loadDetector(file: string): Promise<Detect> {
  const session = await InferenceSession.create(file, sessionOptions(1));
  return async (sound) => {
    const { evidence } = await session.run({ sound: new Tensor('float32', sound, [1, sound.length]) });
    if (!evidence) throw new Error('the detector returned no evidence');
    return evidence.data as Float32Array;
  };
}
