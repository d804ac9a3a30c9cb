import { InferenceSession } from 'onnxruntime-node';
import { sessionOptions, widenModel } from '../../onnx/index.ts';
import { DURATIONS, SCALED_PITCH, type SpeakPayload } from '../kokoro/methods.ts';
import { SETTINGS } from '../kokoro/session-settings.ts';
import { speakerFeeds } from '../kokoro/speaker-feeds.ts';
import { GENERATOR_PARTS, TIMBRE_SIZE } from '../kokoro/timbre-parts.ts';
import { KOKORO, readSource } from '../weights.ts';
import { decodeWindows } from './decode-windows.ts';
import { ENERGY, FRAMES, FRONT_EDIT } from './front-edit.ts';

export type HybridInput = Omit<SpeakPayload, 'equaliserDb'>;

export type Hybrid = {
  /** `durations`: of each of `ids`, in frames of 25 ms. The windows are computed as they are read. */
  speak(
    input: HybridInput,
    windowFrames?: number,
  ): Promise<{ durations: number[]; windows: AsyncGenerator<Float32Array> }>;
};

/** Kokoro's encoder and decoder, and our own network in place of its generator. */
export async function loadHybrid(options: {
  modelsDir: string;
  decoderFile: string;
  threads: number;
}): Promise<Hybrid> {
  const source = await readSource(KOKORO, options.modelsDir);
  const run = sessionOptions(options.threads, SETTINGS);
  const front = await InferenceSession.create(Buffer.concat([...widenModel(source, FRONT_EDIT)]), run);
  const decoder = await InferenceSession.create(options.decoderFile, run);
  return {
    async speak(input, windowFrames) {
      const output = await front.run(speakerFeeds(input));
      const floats = (name: string): Float32Array => {
        const values = output[name]?.data;
        if (!(values instanceof Float32Array)) throw new Error(`the model returned no ${name}`);
        return values;
      };
      const [frames, pitch, energy] = [floats(FRAMES), floats(SCALED_PITCH), floats(ENERGY)];
      const utterance = { frames, pitch, energy, voice: generatorVoice(input) };
      return {
        durations: [...floats(DURATIONS)],
        windows: decodeWindows(decoder, utterance, windowFrames),
      };
    },
  };
}

/** The timbre as each part of the generator gets it. */
function generatorVoice({ style, timbreOffsets }: HybridInput): Float32Array {
  const { first, count } = GENERATOR_PARTS;
  return Float32Array.from(
    { length: count * TIMBRE_SIZE },
    (_, i) => (style[i % TIMBRE_SIZE] ?? 0) + (timbreOffsets?.[first * TIMBRE_SIZE + i] ?? 0),
  );
}
