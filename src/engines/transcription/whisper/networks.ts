import { InferenceSession, Tensor } from 'onnxruntime-node';
import { FRAMES, MELS } from './mel.ts';
import { VOCABULARY } from './tokens.ts';

const LAYERS = 6;
const HEADS = 8;
const HEAD_SIZE = 64;
/** 20 ms each. */
export const STATES = 1_500;
/** Heads whose attention follows the audio, as published with the model: layer, head. */
const ALIGNMENT_HEADS = [
  [3, 1],
  [4, 2],
  [4, 3],
  [4, 7],
  [5, 1],
  [5, 2],
  [5, 4],
  [5, 6],
] as const;

const PARTS = ['key', 'value'] as const;
const LAYER_PARTS = Array.from({ length: LAYERS }, (_, i) => PARTS.map((part) => ({ i, part }))).flat();
const EMPTY = new Tensor('float32', new Float32Array(0), [1, HEADS, 0, HEAD_SIZE]);
const NO_CACHE = Object.fromEntries(
  LAYER_PARTS.flatMap(({ i, part }) => [
    [`past_key_values.${i}.decoder.${part}`, EMPTY],
    [`past_key_values.${i}.encoder.${part}`, EMPTY],
  ]),
);
const SELF_CACHE = LAYER_PARTS.map(({ i, part }) => `${i}.decoder.${part}`);
const CROSS_CACHE = LAYER_PARTS.map(({ i, part }) => `${i}.encoder.${part}`);

export type Cache = Record<string, Tensor>;
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
  options: InferenceSession.SessionOptions,
): Promise<Networks> {
  // The arena would keep 800 MB of attention between windows; allocating anew costs little.
  const encoder = await InferenceSession.create(files.encoder, { ...options, enableCpuMemArena: false });
  const decoder = await InferenceSession.create(files.decoder, options);

  const run = (states: Tensor, tokens: readonly number[], cache: Cache | null, fetches: string[]) =>
    decoder.run(
      {
        input_ids: new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
        encoder_hidden_states: states,
        ...(cache ?? NO_CACHE),
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
      const names = [...SELF_CACHE, ...CROSS_CACHE];
      const output = await run(states, tokens, null, ['logits', ...names.map((name) => `present.${name}`)]);
      return { logits: numbers(output.logits), cache: cacheFrom(output, names, {}) };
    },
    async next(states, token, cache) {
      const fetches = ['logits', ...SELF_CACHE.map((name) => `present.${name}`)];
      const output = await run(states, [token], cache, fetches);
      // The audio does not change, so its part of the cache is reused from the first step.
      return { logits: numbers(output.logits), cache: cacheFrom(output, SELF_CACHE, cache) };
    },
    async attentions(states, tokens) {
      const layers = [...new Set(ALIGNMENT_HEADS.map(([layer]) => layer))];
      const output = await run(
        states,
        tokens,
        null,
        layers.map((layer) => `cross_attentions.${layer}`),
      );
      return ALIGNMENT_HEADS.map(([layer, head]) => {
        const size = tokens.length * STATES;
        return numbers(output[`cross_attentions.${layer}`]).subarray(head * size, (head + 1) * size);
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
