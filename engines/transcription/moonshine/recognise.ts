import { InferenceSession, Tensor } from 'onnxruntime-node';
import { type Decoded, decode, withoutRepeats } from './decode.ts';
import type { MoonshineSize } from './sizes.ts';

const SAMPLE_RATE = 16_000;
/** The model was not trained on shorter audio and hallucinates, so short audio is padded with silence. */
const MIN_SECONDS = 1;
/** A sound that begins with speech at once is sometimes lost on the model. With so much silence before it, it is not. */
const LEAD_SECONDS = 0.25;

/** Somebody speaks in `speechSeconds` of the samples. */
type Heard = { samples: Float32Array; speechSeconds: number };
export type Moonshine = { recognise(heard: Heard, signal: AbortSignal): Promise<Decoded> };

export async function loadMoonshine(
  files: { encoder: string; decoder: string },
  { layers, heads, headSize }: MoonshineSize,
  options: InferenceSession.SessionOptions,
): Promise<Moonshine> {
  const encoder = await InferenceSession.create(files.encoder, options);
  const decoder = await InferenceSession.create(files.decoder, options);
  const names = Array.from({ length: layers }, (_, i) =>
    ['key', 'value'].map((part) => ({ own: `${i}.decoder.${part}`, cross: `${i}.encoder.${part}` })),
  ).flat();
  const empty = new Tensor('float32', new Float32Array(0), [1, heads, 0, headSize]);
  const ownOutputs = names.map(({ own }) => `present.${own}`);
  const crossOutputs = names.map(({ cross }) => `present.${cross}`);

  /** Gives the logits of what may follow a token that follows the ones before. */
  async function reader(samples: Float32Array, signal: AbortSignal) {
    const encoded = await encoder.run({ input_values: new Tensor('float32', samples, [1, samples.length]) });
    const states = present(encoded.last_hidden_state);
    let isFirst = true;
    let cache: Record<string, Tensor> = Object.fromEntries(
      names.flatMap(({ own, cross }) => [own, cross]).map((name) => [`past_key_values.${name}`, empty]),
    );
    return async (token: number): Promise<Float32Array> => {
      signal.throwIfAborted();
      const fetches = ['logits', ...ownOutputs, ...(isFirst ? crossOutputs : [])];
      const output = await decoder.run(
        {
          input_ids: new Tensor('int64', BigInt64Array.of(BigInt(token)), [1, 1]),
          encoder_hidden_states: states,
          ...cache,
          use_cache_branch: new Tensor('bool', [!isFirst], [1]),
        },
        fetches,
      );
      isFirst = false;
      cache = { ...cache, ...freshCache(output) };
      return present(output.logits).data as Float32Array;
    };
  }

  return {
    async recognise({ samples, speechSeconds }, signal) {
      const write = async (padded: Float32Array) =>
        decode(await reader(padded, signal), { seconds: padded.length / SAMPLE_RATE, speechSeconds });
      const first = await write(padded(samples));
      if (first.hasEnded) return first;
      const second = await write(later(padded(samples)));
      return second.hasEnded ? second : withoutRepeats(first);
    },
  };
}

function padded(samples: Float32Array): Float32Array {
  const long = new Float32Array(Math.max(samples.length, MIN_SECONDS * SAMPLE_RATE));
  long.set(samples, Math.floor((long.length - samples.length) / 2));
  return long;
}

function later(samples: Float32Array): Float32Array {
  const led = new Float32Array(samples.length + LEAD_SECONDS * SAMPLE_RATE);
  led.set(samples, led.length - samples.length);
  return led;
}

function freshCache(output: Record<string, unknown>): Record<string, Tensor> {
  const entries = Object.entries(output).filter(([name]) => name.startsWith('present.'));
  return Object.fromEntries(
    entries.map(([name, value]) => [name.replace('present.', 'past_key_values.'), present(value)]),
  );
}

function present(value: unknown): Tensor {
  if (!(value instanceof Tensor)) throw new Error('the recogniser returned no tensor');
  return value;
}
