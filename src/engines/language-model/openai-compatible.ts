import { type Static, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { LanguageModelFailed } from './errors.ts';
import type { Completion, LanguageModel } from './types.ts';

export type LanguageModelOptions = {
  /** Up to and without `/chat/completions`. It is the operator's own, so a private host is as good as any. */
  baseUrl: string;
  apiKey?: string | undefined;
  model: string;
  timeoutMs?: number;
};

const TIMEOUT_MS = 60_000;
const MAX_ANSWER_BYTES = 1_000_000;

const Tokens = Type.Optional(Type.Integer({ minimum: 0 }));
const ChatCompletion = Type.Object({
  model: Type.Optional(Type.String()),
  choices: Type.Array(Type.Object({ message: Type.Object({ content: Type.String() }) }), { minItems: 1 }),
  usage: Type.Optional(
    Type.Object({ prompt_tokens: Tokens, completion_tokens: Tokens, total_tokens: Tokens }),
  ),
});
const answers = TypeCompiler.Compile(ChatCompletion);

/** Any server that speaks OpenAI's `/chat/completions`. */
export function createLanguageModel(options: LanguageModelOptions): LanguageModel {
  const { baseUrl, apiKey, model, timeoutMs = TIMEOUT_MS } = options;
  return {
    model,
    external: !isLoopback(new URL(baseUrl).hostname),
    async complete(prompt, { signal } = {}) {
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        const response = await fetch(`${baseUrl}/chat/completions`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(apiKey && { authorization: `Bearer ${apiKey}` }),
          },
          body: JSON.stringify({ model, messages: [{ role: 'user', content: prompt }], stream: false }),
          // The key goes to the host that the operator named, and to no other.
          redirect: 'error',
          signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
        });
        // Its body may repeat the customer's text, which is not for a log.
        if (!response.ok) throw new Error(`status ${response.status}`);
        return completionFrom(JSON.parse(await readBounded(response)), model);
      } catch (error) {
        signal?.throwIfAborted();
        throw new LanguageModelFailed(error);
      }
    },
  };
}

function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127\..+|\[::1\]|\[::ffff:7f.+\])$/.test(host);
}

async function readBounded({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error(`the answer has more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function completionFrom(body: unknown, model: string): Completion {
  if (!answers.Check(body)) throw new Error(`not a chat completion: ${answers.Errors(body).First()?.path}`);
  const [choice] = body.choices;
  if (!choice || choice.message.content.trim() === '') throw new Error('the answer is empty');
  return { text: choice.message.content, model: body.model ?? model, usage: usageOf(body) };
}

/** Some servers count nothing, or no total. */
function usageOf({ usage = {} }: Static<typeof ChatCompletion>): Completion['usage'] {
  const { prompt_tokens = 0, completion_tokens = 0 } = usage;
  const total_tokens = usage.total_tokens ?? prompt_tokens + completion_tokens;
  return { prompt_tokens, completion_tokens, total_tokens };
}
