import { InferenceSession, Tensor } from 'onnxruntime-node';
import { sessionOptions } from '../onnx/index.ts';
import type { Detect } from './hear.ts';
import { mayBeMarked } from './verdict.ts';

const FOLDER = new URL('../../assets/watermark/', import.meta.url);

/**
 * Two networks that must agree: one listens for the waves of a mark, the other for the order in which they follow one another. Either
 * alone takes some music for marked. The second costs twice as much, so it hears only sounds in which the first finds something.
 */
export async function loadDetectors(): Promise<Detect> {
  const [waves, course] = await Promise.all([load('waves.onnx'), load('course.onnx')]);
  return async (sound) => {
    const heard = await waves(sound);
    return { waves: heard, course: mayBeMarked(heard) ? await course(sound) : heard };
  };
}

async function load(file: string): Promise<(sound: Float32Array) => Promise<Float32Array>> {
  const session = await InferenceSession.create(new URL(file, FOLDER).pathname, sessionOptions(1));
  return async (sound) => {
    const { evidence } = await session.run({ sound: new Tensor('float32', sound, [1, sound.length]) });
    if (!evidence) throw new Error('the detector returned no evidence');
    return evidence.data as Float32Array;
  };
}
