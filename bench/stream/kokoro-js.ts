import { registerHooks } from 'node:module';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { knownPhonemes, tokenIds } from '../../src/engines/speech/kokoro/vocabulary.ts';

export type Whole = { tookSeconds: number; audioSeconds: number };
export type KokoroJs = { generate(text: string): Promise<Whole>; loadSeconds: number };

/** With the pads at both ends 512 tokens: its tokenizer cuts everything beyond, without a word. */
const MOST_SYMBOLS = 510;

/**
 * The straightforward way: kokoro-js itself, the whole text in one run of the model, with nothing heard before its end.
 * Only its model loader is replaced, by the same weights on the same runtime with all cores.
 */
export async function openKokoroJs(modelPath: string): Promise<KokoroJs> {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === '@huggingface/transformers'
        ? { url: new URL('./transformers.ts', import.meta.url).href, shortCircuit: true }
        : next(specifier, context),
  });
  const { KokoroTTS } = await import('kokoro-js');
  const startedAt = performance.now();
  const session = await InferenceSession.create(modelPath);
  const loadSeconds = secondsSince(startedAt);
  const model = (inputs: InferenceSession.FeedsType) => session.run(inputs);
  const tokenizer = (phonemes: string) => ({ input_ids: tensorOf(tokenIds(cut(phonemes))) });
  // Its types ask for the classes of the package that is left out.
  const tts = new KokoroTTS(model as never, tokenizer as never);
  return {
    loadSeconds,
    async generate(text) {
      const callAt = performance.now();
      const { audio, sampling_rate: rate } = await tts.generate(text, { voice: 'af_heart' });
      return { tookSeconds: secondsSince(callAt), audioSeconds: audio.length / rate };
    },
  };
}

function cut(phonemes: string): string {
  return [...knownPhonemes(phonemes)].slice(0, MOST_SYMBOLS).join('');
}

function tensorOf(ids: number[]): Tensor {
  return new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]);
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}
