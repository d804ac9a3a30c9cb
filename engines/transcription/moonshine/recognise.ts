import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { MoonshineSize } from './sizes.ts';

const START = 1;
const END = 2;
/** According to the model card, faster output is hallucinated. */
const TOKENS_PER_SECOND = 6.5;
const SAMPLE_RATE = 16_000;
/** The model was not trained on shorter audio and hallucinates, so short audio is padded with silence. */
const MIN_SECONDS = 1;

type Choice = { token: number; logProbability: number };
type MoonshineResult = { tokens: number[]; averageLogProbability: number };
export type Moonshine = { recognise(samples: Float32Array, signal: AbortSignal): Promise<MoonshineResult> };

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

  async function encode(samples: Float32Array): Promise<Tensor> {
    const padded = new Float32Array(Math.max(samples.length, MIN_SECONDS * SAMPLE_RATE));
    padded.set(samples, Math.floor((padded.length - samples.length) / 2));
    const output = await encoder.run({ input_values: new Tensor('float32', padded, [1, padded.length]) });
    return present(output.last_hidden_state);
  }

  return {
    async recognise(samples, signal) {
      const states = await encode(samples);
      const most = Math.ceil(Math.max(MIN_SECONDS, samples.length / SAMPLE_RATE) * TOKENS_PER_SECOND);
      let cache: Record<string, Tensor> = Object.fromEntries(
        names.flatMap(({ own, cross }) => [own, cross]).map((name) => [`past_key_values.${name}`, empty]),
      );
      const choices: Choice[] = [];
      let token = START;
      for (let step = 0; step <= most; step += 1) {
        signal.throwIfAborted();
        const fetches = ['logits', ...ownOutputs, ...(step === 0 ? crossOutputs : [])];
        const output = await decoder.run(
          {
            input_ids: new Tensor('int64', BigInt64Array.of(BigInt(token)), [1, 1]),
            encoder_hidden_states: states,
            ...cache,
            use_cache_branch: new Tensor('bool', [step > 0], [1]),
          },
          fetches,
        );
        cache = { ...cache, ...freshCache(output) };
        const choice = mostLikely(present(output.logits).data as Float32Array);
        choices.push(choice);
        token = choice.token;
        if (token === END) break;
      }
      const sum = choices.reduce((total, { logProbability }) => total + logProbability, 0);
      return {
        tokens: choices.map((choice) => choice.token).filter((id) => id !== END),
        averageLogProbability: sum / choices.length,
      };
    },
  };
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

/** The most likely token, with its log-probability. */
function mostLikely(logits: Float32Array): Choice {
  let token = 0;
  for (let i = 1; i < logits.length; i += 1) if ((logits[i] as number) > (logits[token] as number)) token = i;
  const most = logits[token] as number;
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - most);
  return { token, logProbability: -Math.log(sum) };
}
