import { InferenceSession, Tensor } from 'onnxruntime-node';

/** 32 ms at 16 kHz; the model hears each window with the end of the one before it. */
export const WINDOW_SAMPLES = 512;
const CONTEXT_SAMPLES = 64;
const STATE_SHAPE = [2, 1, 128];
const SAMPLE_RATE = 16_000n;

export type Silero = { probabilities(samples: Float32Array): Promise<Float32Array> };

export async function loadSilero(file: string, options: InferenceSession.SessionOptions): Promise<Silero> {
  const session = await InferenceSession.create(file, options);
  const sr = new Tensor('int64', BigInt64Array.of(SAMPLE_RATE), []);
  return {
    /** One number for each window, the last one filled up with silence. */
    async probabilities(samples) {
      const count = Math.ceil(samples.length / WINDOW_SAMPLES);
      const probabilities = new Float32Array(count);
      const padded = new Float32Array(CONTEXT_SAMPLES + count * WINDOW_SAMPLES);
      padded.set(samples, CONTEXT_SAMPLES);
      let state = new Tensor('float32', new Float32Array(2 * 128), STATE_SHAPE);
      for (let i = 0; i < count; i += 1) {
        const from = i * WINDOW_SAMPLES;
        const heard = padded.slice(from, from + CONTEXT_SAMPLES + WINDOW_SAMPLES);
        const input = new Tensor('float32', heard, [1, heard.length]);
        const { output, stateN } = await session.run({ input, state, sr });
        if (!output || !(stateN instanceof Tensor)) throw new Error('the voice detector gave no answer');
        probabilities[i] = Number(output.data[0]);
        state = stateN as typeof state;
      }
      return probabilities;
    },
  };
}
