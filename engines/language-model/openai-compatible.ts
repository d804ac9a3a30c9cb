import { Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { domainError } from '../../src/platform/errors.ts';
import { type OperatorResponse, operatorFetch } from '../../src/platform/operator-fetch.ts';
import { readChat, readUsage, wholeBody } from './read-chat.ts';
import { createStallGuard } from './stall-guard.ts';
import type { ChatMessage, ChatRequest, Completion, LanguageModel } from './types.ts';

export const LanguageModelFailed = domainError('upstream_failed', 'engine_unavailable', (cause: unknown) => ({
  public: 'The language model could not answer. Try again in a moment.',
  cause,
}));

export type LanguageModelOptions = {
  /** The URL in front of `/chat/completions`. The operator chose it, so a private host is allowed. */
  baseUrl: string;
  apiKey?: string | undefined;
  model: string;
  maxOutputTokens?: number | undefined;
  timeoutMs?: number;
  /** A streamed answer fails if its first message, or the next one, takes longer than this. */
  firstTokenMs?: number;
  betweenTokensMs?: number;
};

/** Some 1,500 words. A model that thinks aloud before it answers needs more, and LLM_MAX_OUTPUT_TOKENS gives it. */
const DEFAULT_MAX_OUTPUT_TOKENS = 2_048;
const NO_USAGE = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
const TIMEOUT_MS = 60_000;
const FIRST_TOKEN_MS = 30_000;
const BETWEEN_TOKENS_MS = 15_000;
/** The count of tokens and `[DONE]`, which not every server sends, may arrive this long after the end. */
const AFTER_END_MS = 500;

const ChatCompletion = Type.Object({
  model: Type.Optional(Type.String()),
  choices: Type.Array(Type.Object({ message: Type.Object({ content: Type.String() }) }), { minItems: 1 }),
  usage: Type.Optional(Type.Unknown()),
});
const answers = TypeCompiler.Compile(ChatCompletion);

/** Any server that speaks OpenAI's `/chat/completions`. */
export function createLanguageModel(options: LanguageModelOptions): LanguageModel {
  const { baseUrl, apiKey, model, timeoutMs = TIMEOUT_MS } = options;
  const { firstTokenMs = FIRST_TOKEN_MS, betweenTokensMs = BETWEEN_TOKENS_MS } = options;
  const { maxOutputTokens = DEFAULT_MAX_OUTPUT_TOKENS } = options;

  const post = (body: object, signal: AbortSignal): Promise<OperatorResponse> =>
    operatorFetch(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify(body),
      signal,
    });

  const usage = { stream_options: { include_usage: true } };
  /** The newest servers know the limit by another name only. Older ones refuse fields that they do not know. */
  const dialects: readonly { limit: object; counts: object }[] = [
    { limit: { max_tokens: maxOutputTokens }, counts: usage },
    { limit: { max_completion_tokens: maxOutputTokens }, counts: usage },
    { limit: { max_tokens: maxOutputTokens }, counts: {} },
  ];
  let understood = dialects;

  /** Asks first in the words that the server understood before. */
  async function ask(body: { stream: boolean }, signal: AbortSignal): Promise<OperatorResponse> {
    for (const dialect of understood) {
      const response = await post({ ...body, ...dialect.limit, ...(body.stream && dialect.counts) }, signal);
      if (response.ok) understood = [dialect, ...dialects.filter((other) => other !== dialect)];
      if (response.status !== 400 && response.status !== 422) return response;
      await response.body?.cancel();
    }
    throw new Error('the server refuses the request');
  }

  return {
    model,
    maxOutputTokens,
    external: !isLoopback(new URL(baseUrl).hostname),
    async complete(prompt, { signal } = {}) {
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        const body = { model, messages: [{ role: 'user', content: prompt }], stream: false };
        const response = await ask(body, signal ? AbortSignal.any([timeout, signal]) : timeout);
        refuseFailure(response);
        return completionFrom(JSON.parse(await wholeBody(response.body)), model);
      } catch (error) {
        signal?.throwIfAborted();
        throw new LanguageModelFailed(error);
      }
    },
    async *chat(request, { signal } = {}) {
      const guard = createStallGuard(firstTokenMs);
      const left = new AbortController();
      const stop = AbortSignal.any([guard.signal, left.signal, ...(signal ? [signal] : [])]);
      const body = chatBody(request, model);
      try {
        signal?.throwIfAborted();
        const response = await ask(body, stop);
        refuseFailure(response);
        let waitMs = betweenTokensMs;
        const onMessage = (isComplete: boolean) => {
          waitMs = isComplete ? AFTER_END_MS : betweenTokensMs;
          guard.wait(waitMs);
        };
        for await (const part of readChat(response, { model: request.model ?? model, onMessage })) {
          // The reader may take its time.
          guard.close();
          yield part;
          signal?.throwIfAborted();
          guard.wait(waitMs);
        }
      } catch (error) {
        signal?.throwIfAborted();
        throw new LanguageModelFailed(error);
      } finally {
        guard.close();
        left.abort();
      }
    },
  };
}

/** Its body may repeat the customer's text, which is not for a log. */
function refuseFailure({ ok, status }: OperatorResponse): void {
  if (!ok) throw new Error(`status ${status}`);
}

function chatBody({ messages, tools = [], temperature, model }: ChatRequest, fallback: string) {
  return {
    model: model ?? fallback,
    messages: messages.map(asOpenAi),
    stream: true,
    ...(temperature !== undefined && { temperature }),
    ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
  };
}

function asOpenAi(message: ChatMessage): object {
  if (message.role === 'tool')
    return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  if (message.role !== 'assistant' || !message.toolCalls?.length)
    return { role: message.role, content: message.content };
  const calls = message.toolCalls.map(({ id, ...call }) => ({ id, type: 'function', function: call }));
  return { role: 'assistant', content: message.content || null, tool_calls: calls };
}

function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127\..+|\[::1\]|\[::ffff:7f.+\])$/.test(host);
}

function completionFrom(body: unknown, model: string): Completion {
  if (!answers.Check(body)) throw new Error(`not a chat completion: ${answers.Errors(body).First()?.path}`);
  const [choice] = body.choices;
  if (!choice || choice.message.content.trim() === '') throw new Error('the answer is empty');
  return {
    text: choice.message.content,
    model: body.model ?? model,
    usage: readUsage(body.usage) ?? NO_USAGE,
  };
}
