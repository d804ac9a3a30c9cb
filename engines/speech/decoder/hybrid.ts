import { readFile } from 'node:fs/promises';
import { InferenceSession, type Tensor } from 'onnxruntime-node';
import { recent } from '../../../src/platform/recent.ts';
import { byteSettings, sessionOptions } from '../../onnx/index.ts';
import { DURATIONS, type NetworkFiles, SCALED_PITCH, type Utterance } from '../kokoro/methods.ts';
import { speakerFeeds } from '../kokoro/speaker-feeds.ts';
import { GENERATOR_PARTS, TIMBRE_SIZE } from '../kokoro/timbre-parts.ts';
import { type Decoder, type DecoderInput, type Extent, loadDecoder } from './decode-windows.ts';
import { ENERGY, FRAMES, frontStages, generatorStage, knownAs, WAVEFORM } from './model-stages.ts';
import { voiceExtent } from './voice-extent.ts';

/** `adaptation` is of our decoder: `ADAPTED_PARTS`. */
export type HybridInput = Utterance & {
  adaptation?: Float32Array | undefined;
  /** The same is likely to be spoken again with another timbre, so what was read of it is remembered. */
  isRepeated?: boolean | undefined;
};

/** An utterance of which everything is known but its sound. */
type Prepared = {
  /** Duration of each of `ids`, in frames of 25 ms. */
  durations: number[];
  /** The frames that are worth decoding. */
  voice: Extent;
  /** What our decoder is given. */
  utterance: DecoderInput;
  /** Decodes all frames, unless an extent is given. */
  windows(extent?: Partial<Extent>): AsyncGenerator<Float32Array>;
  /** Decodes the whole utterance in one window by Kokoro's own generator. */
  generated(): AsyncGenerator<Float32Array>;
};

/** Tensors by name. */
type Known = Record<string, Tensor>;

/** Sentences of one search. */
const MOST_REMEMBERED = 4;

/** Runs a step when it is its turn. */
type TakeTurn = <Result>(step: () => Promise<Result>) => Promise<Result>;

export type Hybrid = {
  /** Runs in several steps, so that other utterances can run theirs in between. */
  prepare(input: HybridInput, takeTurn?: TakeTurn): Promise<Prepared>;
  /** Ours. */
  decoder: Decoder;
};

/** Kokoro, and our own network that can replace its generator. */
export async function loadHybrid({ modelFile, decoderFile, threads }: NetworkFiles): Promise<Hybrid> {
  const options = sessionOptions(threads, await byteSettings());
  const reading: InferenceSession[] = [];
  const speaking: InferenceSession[] = [];
  for (const { model, times, isReading } of frontStages(await readFile(modelFile))) {
    const session = await InferenceSession.create(model, options);
    for (let i = 0; i < times; i++) (isReading ? reading : speaking).push(session);
  }
  const decoder = await loadDecoder(await readFile(decoderFile), options);
  let loading: Promise<InferenceSession> | undefined;
  /** Only custom voices need it, and it takes a fifth of the memory. */
  const generator = (): Promise<InferenceSession> => {
    loading ??= readFile(modelFile)
      .then((model) => InferenceSession.create(generatorStage(model), options))
      .catch((error) => {
        loading = undefined;
        throw error;
      });
    return loading;
  };
  const remembered = recent<Known>(MOST_REMEMBERED);
  return {
    decoder,
    async prepare(input, takeTurn = (step) => step()) {
      const run = async (steps: readonly InferenceSession[], given: Known): Promise<Known> => {
        const known = { ...given };
        for (const step of steps) {
          const made = await takeTurn(() => step.run(feedsOf(step, known)));
          for (const [name, tensor] of Object.entries(made)) known[knownAs(name)] = tensor;
        }
        return known;
      };
      const feeds = speakerFeeds(input);
      const key = readingOf(input);
      const read = remembered.get(key) ?? (await run(reading, feeds));
      if (input.isRepeated) remembered.set(key, read);
      const known = await run(speaking, { ...read, ...feeds });
      const floats = (name: string): Float32Array => {
        const values = known[name]?.data;
        if (!(values instanceof Float32Array)) throw new Error(`the model returned no ${name}`);
        return values;
      };
      const frames = floats(FRAMES);
      const pitch = floats(SCALED_PITCH);
      const energy = floats(ENERGY);
      const utterance = { frames, pitch, energy, voice: generatorVoice(input), adaptation: input.adaptation };
      return {
        durations: [...floats(DURATIONS)],
        voice: voiceExtent(energy),
        utterance,
        windows: (extent = {}) => decoder.windows(utterance, { from: 0, to: pitch.length, ...extent }),
        async *generated() {
          const session = await generator();
          const samples = (await session.run(feedsOf(session, known)))[WAVEFORM]?.data;
          if (!(samples instanceof Float32Array)) throw new Error('the generator returned no sound');
          // An overflow would otherwise be delivered as silence.
          if (!samples.every(Number.isFinite))
            throw new Error('the generator returned samples that are not finite');
          yield samples;
        },
      };
    },
  };
}

/** What the symbols, the prosody and the speed make of an utterance. */
function readingOf({ ids, style, speed }: Utterance): string {
  return JSON.stringify([ids, [...style.subarray(TIMBRE_SIZE)], speed]);
}

function feedsOf({ inputNames }: InferenceSession, known: Known): Known {
  return Object.fromEntries(
    inputNames.map((name) => {
      const tensor = known[knownAs(name)];
      if (!tensor) throw new Error(`${name} is not known yet`);
      return [name, tensor];
    }),
  );
}

/** The timbre as each part of the generator gets it. */
function generatorVoice({ style, timbreOffsets }: HybridInput): Float32Array {
  const { first, count } = GENERATOR_PARTS;
  return Float32Array.from(
    { length: count * TIMBRE_SIZE },
    (_, i) => (style[i % TIMBRE_SIZE] ?? 0) + (timbreOffsets?.[first * TIMBRE_SIZE + i] ?? 0),
  );
}
