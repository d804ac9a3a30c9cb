import { type Static, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { boundedText, type OperatorResponse } from '../../src/platform/operator-fetch.ts';
import { dataLines } from './data-lines.ts';
import { createToolCalls } from './tool-calls.ts';
import type { ChatPart, Usage } from './types.ts';

const Nullable = Type.Union([Type.String(), Type.Null()]);
const Piece = Type.Object({
  content: Type.Optional(Nullable),
  tool_calls: Type.Optional(
    Type.Union([
      Type.Null(),
      Type.Array(
        Type.Object({
          index: Type.Optional(Type.Integer()),
          id: Type.Optional(Nullable),
          function: Type.Optional(
            Type.Object({ name: Type.Optional(Nullable), arguments: Type.Optional(Type.Unknown()) }),
          ),
        }),
      ),
    ]),
  ),
});

/** One message of the stream. A server that does not stream sends one, with `message` in place of `delta`. */
const Chunk = Type.Object({
  model: Type.Optional(Type.String()),
  choices: Type.Optional(
    Type.Array(
      Type.Object({
        delta: Type.Optional(Type.Union([Piece, Type.Null()])),
        message: Type.Optional(Piece),
        finish_reason: Type.Optional(Nullable),
      }),
    ),
  ),
  usage: Type.Optional(Type.Unknown()),
});
const chunks = TypeCompiler.Compile(Chunk);

export type ReadChatOptions = {
  model: string;
  /** Called for every message of the model, not for comments that only keep the connection open. */
  onMessage(isComplete: boolean): void;
};

type Reading = { model: string; usage: Usage | null; isComplete: boolean };

/** Reads the answer of `/chat/completions`. Throws when it breaks off or makes no sense. */
export async function* readChat(
  response: OperatorResponse,
  { model, onMessage }: ReadChatOptions,
): AsyncGenerator<ChatPart, void, undefined> {
  const calls = createToolCalls();
  const reading: Reading = { model, usage: null, isComplete: false };
  try {
    for await (const line of messagesOf(response)) {
      if (line === '[DONE]') {
        reading.isComplete = true;
        break;
      }
      const piece = readMessage(line, reading);
      for (const delta of piece?.tool_calls ?? []) calls.add(delta);
      onMessage(reading.isComplete);
      if (piece?.content) yield { type: 'text', text: piece.content };
    }
  } catch (error) {
    // A failure after the end does no harm: the answer is already complete.
    if (!reading.isComplete) throw error;
  }
  if (!reading.isComplete) throw new Error('the answer broke off');
  for (const call of calls.all()) yield { type: 'tool_call', call };
  yield { type: 'end', model: reading.model, usage: reading.usage };
}

function readMessage(line: string, reading: Reading): Static<typeof Piece> | null | undefined {
  const chunk: unknown = JSON.parse(line);
  if (!chunks.Check(chunk)) throw new Error(`not a chat completion: ${chunks.Errors(chunk).First()?.path}`);
  if ('error' in chunk && chunk.error) throw new Error('the server reports an error');
  reading.model = chunk.model || reading.model;
  reading.usage = readUsage(chunk.usage) ?? reading.usage;
  // We ask for one choice. A server that adds others is not listened to.
  const choice = chunk.choices?.[0];
  reading.isComplete ||= Boolean(choice?.finish_reason);
  return choice?.delta ?? choice?.message;
}

async function* messagesOf({ headers, body }: OperatorResponse): AsyncGenerator<string> {
  if (!body) throw new Error('the answer has no body');
  if (!headers.get('content-type')?.startsWith('application/json')) return yield* dataLines(body);
  yield await wholeBody(body);
}

const MAX_ANSWER_BYTES = 1_000_000;

export const wholeBody = (body: OperatorResponse['body']): Promise<string> =>
  boundedText(body, MAX_ANSWER_BYTES);

/** Null where the server counts nothing, or not in whole numbers: an answer does not fail because its count makes no sense. */
export function readUsage(given: unknown): Usage | null {
  if (typeof given !== 'object' || given === null) return null;
  const { prompt_tokens, completion_tokens, total_tokens } = given as Record<string, unknown>;
  if (!isCount(prompt_tokens) || !isCount(completion_tokens)) return null;
  const sum = prompt_tokens + completion_tokens;
  return { prompt_tokens, completion_tokens, total_tokens: isCount(total_tokens) ? total_tokens : sum };
}

function isCount(given: unknown): given is number {
  return Number.isSafeInteger(given) && (given as number) >= 0;
}
