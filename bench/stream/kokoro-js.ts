import { registerHooks } from 'node:module';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { knownPhonemes, tokenIds } from '../../engines/speech/kokoro/vocabulary.ts';

export type Whole = { tookSeconds: number; audioSeconds: number };
export type KokoroJs = {
  /** In one run of the model. */
  generate(text: string): Promise<Whole>;
  /** Sentence by sentence. */
  stream(text: string): AsyncIterable<{ samples: Float32Array; sampleRate: number }>;
  loadSeconds: number;
};

/** 512 tokens with the pads at both ends: its tokenizer silently cuts everything beyond. */
const MAX_SYMBOLS = 510;

/**
 * The baseline: kokoro-js itself, with the whole text in one run of the model and no audio before its end.
 * Only its model loader is replaced: the same weights on the same runtime with all cores.
 */
export async function openKokoroJs(model: Buffer): Promise<KokoroJs> {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === '@huggingface/transformers'
        ? { url: new URL('./transformers.ts', import.meta.url).href, shortCircuit: true }
        : next(specifier, context),
  });
  const { KokoroTTS, TextSplitterStream } = await import('kokoro-js');
  const startedAt = performance.now();
  const session = await InferenceSession.create(model);
  const loadSeconds = secondsSince(startedAt);
  const run = (inputs: InferenceSession.FeedsType) => session.run(inputs);
  const tokenizer = (phonemes: string) => ({ input_ids: tensorOf(tokenIds(cut(phonemes))) });
  // Its types require the classes of the omitted package.
  const tts = new KokoroTTS(run as never, tokenizer as never);
  return {
    loadSeconds,
    async generate(text) {
      const callAt = performance.now();
      const { audio, sampling_rate: rate } = await tts.generate(text, { voice: 'af_heart' });
      return { tookSeconds: secondsSince(callAt), audioSeconds: audio.length / rate };
    },
    async *stream(text) {
      // Of a plain text it would wait for more for ever.
      const whole = new TextSplitterStream();
      whole.push(text);
      whole.close();
      for await (const { audio } of tts.stream(whole, { voice: 'af_heart' }))
        yield { samples: audio.audio, sampleRate: audio.sampling_rate };
    },
  };
}

function cut(phonemes: string): string {
  return [...knownPhonemes(phonemes)].slice(0, MAX_SYMBOLS).join('');
}

function tensorOf(ids: number[]): Tensor {
  return new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]);
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}
