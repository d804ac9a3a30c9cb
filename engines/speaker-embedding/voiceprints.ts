import { readFile } from 'node:fs/promises';
import type { InferenceSession as Inference } from 'onnxruntime-node';
import { halveRate, joinSamples } from '../dsp/index.ts';
import { frameGraph } from './frame-graph.ts';
import { createFrameSums, FRAMES_PER_STEP, type FrameSums, type Stretch } from './frame-sums.ts';
import { COEFFICIENTS, FRAMES_PER_SECOND, mfcc } from './mfcc.ts';
import type { VoiceWeightFiles } from './weights.ts';
import { CONTEXT_FRAMES, type Head, readXVectorNetwork } from './x-vector-network.ts';

export const STEP_SECONDS = FRAMES_PER_STEP / FRAMES_PER_SECOND;

/** Concatenated speech of one sound without pauses, in steps of `STEP_SECONDS`. */
export type SpeechPrints = {
  steps: number;
  /** Unit length. The cosine of two prints is the similarity of the voices. */
  print(stretches: readonly Stretch[]): Float32Array;
};

export type Voiceprints = {
  /** Mono, 16 kHz. Only the given spans (in seconds) are used. */
  analyse(samples: Float32Array, speech: readonly { start: number; end: number }[]): Promise<SpeechPrints>;
};

/** Takes the coefficients of consecutive frames, coefficient by coefficient. */
type RunNetwork = (features: Float32Array) => Promise<Float32Array>;

/** Ten seconds at a time, to bound memory. */
const CHUNK_FRAMES = 1_000;

export async function loadVoiceprints(
  files: VoiceWeightFiles,
  options: Inference.SessionOptions,
): Promise<Voiceprints> {
  const [network, mean, transform] = await Promise.all([
    readFile(files.network),
    readFile(files.mean, 'utf8'),
    readFile(files.transform),
  ]);
  const { layers, head } = readXVectorNetwork({ network, mean, transform });
  // Imported here, so that the API, which only names the files, does not load the library.
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  const session = await InferenceSession.create(frameGraph(layers), options);
  const run: RunNetwork = async (values) => {
    const features = new Tensor('float32', values, [1, COEFFICIENTS, values.length / COEFFICIENTS]);
    const { frames } = await session.run({ features });
    if (!frames) throw new Error('the voice network returned no output');
    return frames.data as Float32Array;
  };
  const outputs = layers.at(-1)?.outputs ?? 0;
  return {
    async analyse(samples, speech) {
      const features = spokenFrames(mfcc(halveRate(samples)), speech);
      const sums = createFrameSums(outputs);
      await addFrames(run, centred(features, COEFFICIENTS), sums);
      return {
        steps: sums.steps(),
        print: (stretches) => printOf(head, sums.statistics(stretches)),
      };
    },
  };
}

function spokenFrames(
  features: Float32Array,
  speech: readonly { start: number; end: number }[],
): Float32Array {
  const at = (seconds: number): number => Math.round(seconds * FRAMES_PER_SECOND) * COEFFICIENTS;
  const parts = speech.map(({ start, end }) => features.subarray(at(start), at(end)));
  return joinSamples(parts);
}

async function addFrames(run: RunNetwork, features: Float32Array, sums: FrameSums): Promise<void> {
  const frames = features.length / COEFFICIENTS;
  for (let from = 0; from < frames; from += CHUNK_FRAMES) {
    const count = Math.min(CHUNK_FRAMES, frames - from);
    sums.add(await run(withContext(features, from, count)), count);
  }
}

/** Coefficient by coefficient. The first and last frames are repeated as padding. */
function withContext(features: Float32Array, from: number, count: number): Float32Array {
  const frames = features.length / COEFFICIENTS;
  const width = count + 2 * CONTEXT_FRAMES;
  const values = new Float32Array(COEFFICIENTS * width);
  for (let t = 0; t < width; t += 1) {
    const frame = Math.max(0, Math.min(frames - 1, from + t - CONTEXT_FRAMES));
    for (let c = 0; c < COEFFICIENTS; c += 1)
      values[c * width + t] = features[frame * COEFFICIENTS + c] as number;
  }
  return values;
}

function printOf({ matrix, bias }: Head, statistics: Float32Array): Float32Array {
  const print = bias.map((value, row) => {
    let sum = value;
    for (let i = 0; i < matrix.columns; i += 1)
      sum += (matrix.values[row * matrix.columns + i] as number) * (statistics[i] as number);
    return sum;
  });
  const length = Math.hypot(...print);
  return print.map((value) => value / length);
}

/** Subtracts the mean over all frames: this removes the microphone and line, and keeps what distinguishes voices. */
export function centred(features: Float32Array, size: number): Float32Array {
  const frames = features.length / size;
  const means = new Float64Array(size);
  for (const [i, value] of features.entries()) means[i % size] = (means[i % size] as number) + value / frames;
  return features.map((value, i) => value - (means[i % size] as number));
}
