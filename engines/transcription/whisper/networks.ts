import { InferenceSession, Tensor } from 'onnxruntime-node';
import { FRAMES, MELS } from './mel.ts';
import type { WhisperSize } from './sizes.ts';
import { VOCABULARY } from './tokens.ts';

const HEAD_SIZE = 64;
/** 20 ms each. */
export const STATES = 1_500;

type Cache = Record<string, Tensor>;
export type Step = { logits: Float32Array; cache: Cache };

export type Networks = {
  encode(mel: Float32Array): Promise<Tensor>;
  /** Decodes a prompt; `logits` has one row per token. */
  begin(states: Tensor, tokens: readonly number[]): Promise<Step>;
  next(states: Tensor, token: number, cache: Cache): Promise<Step>;
  /** Attention of each token: one [tokens × states] matrix per aligned head. */
  attentions(states: Tensor, tokens: readonly number[]): Promise<Float32Array[]>;
};

export async function loadNetworks(
  files: { encoder: string; decoder: string },
  { layers, heads, alignedHeads }: WhisperSize,
  options: InferenceSession.SessionOptions,
): Promise<Networks> {
  // The arena would keep 800 MB of attention between windows; allocating anew costs little.
  const encoder = await InferenceSession.create(files.encoder, { ...options, enableCpuMemArena: false });
  const decoder = await InferenceSession.create(files.decoder, options);

  const namesOf = (side: 'decoder' | 'encoder'): string[] =>
    Array.from({ length: layers }, (_, i) => ['key', 'value'].map((part) => `${i}.${side}.${part}`)).flat();
  const selfCache = namesOf('decoder');
  const crossCache = namesOf('encoder');
  const empty = new Tensor('float32', new Float32Array(0), [1, heads, 0, HEAD_SIZE]);
  const noCache = Object.fromEntries(
    [...selfCache, ...crossCache].map((name) => [`past_key_values.${name}`, empty]),
  );

  const run = (states: Tensor, tokens: readonly number[], cache: Cache | null, fetches: string[]) =>
    decoder.run(
      {
        input_ids: new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
        encoder_hidden_states: states,
        ...(cache ?? noCache),
        use_cache_branch: new Tensor('bool', [cache !== null], [1]),
      },
      fetches,
    );

  return {
    async encode(mel) {
      const features = new Tensor('float32', mel, [1, MELS, FRAMES]);
      const { last_hidden_state } = await encoder.run({ input_features: features }, ['last_hidden_state']);
      return present(last_hidden_state);
    },
    async begin(states, tokens) {
      const names = [...selfCache, ...crossCache];
      const output = await run(states, tokens, null, ['logits', ...names.map((name) => `present.${name}`)]);
      return { logits: numbers(output.logits), cache: cacheFrom(output, names, {}) };
    },
    async next(states, token, cache) {
      const fetches = ['logits', ...selfCache.map((name) => `present.${name}`)];
      const output = await run(states, [token], cache, fetches);
      // The audio does not change, so its part of the cache is reused from the first step.
      return { logits: numbers(output.logits), cache: cacheFrom(output, selfCache, cache) };
    },
    async attentions(states, tokens) {
      const layersOf = Object.entries(alignedHeads);
      const fetches = layersOf.map(([layer]) => `cross_attentions.${layer}`);
      const output = await run(states, tokens, null, fetches);
      const size = tokens.length * STATES;
      return layersOf.flatMap(([layer, own]) => {
        const all = numbers(output[`cross_attentions.${layer}`]);
        return own.map((head) => all.subarray(head * size, (head + 1) * size));
      });
    },
  };
}

export function row(logits: Float32Array, index: number): Float32Array {
  return logits.subarray(index * VOCABULARY, (index + 1) * VOCABULARY);
}

function cacheFrom(output: Record<string, unknown>, names: readonly string[], old: Cache): Cache {
  const fresh = names.map((name) => [`past_key_values.${name}`, present(output[`present.${name}`])]);
  return { ...old, ...Object.fromEntries(fresh) };
}

function present(value: unknown): Tensor {
  if (!(value instanceof Tensor)) throw new Error('the recogniser returned no tensor');
  return value;
}

function numbers(value: unknown): Float32Array {
  const { data } = present(value);
  if (!(data instanceof Float32Array)) throw new Error('the recogniser returned no floats');
  return data;
}
