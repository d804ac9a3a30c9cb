import type { ChatPart, ChatRequest, Usage } from '../../../engines/language-model/index.ts';
import type { Plan } from '../plans/index.ts';

/** The numbers of tokens that a language model read and wrote. */
export type Tokens = { input: number; output: number };
/** How long a request is, before any model has counted it. */
export type RequestSize = { characters: number; bytes: number };

/** We assume this where a server does not count. */
const CHARACTERS_PER_TOKEN = 4;
/** Plain English has four bytes to a token; a script with three bytes to a letter rarely has fewer than two. */
const FEWEST_BYTES_PER_TOKEN = 2;
/** We allow for this many tokens that a server adds around the messages. */
const FRAME_TOKENS = 200;

export function sizeOfRequest({
  messages,
  tools = [],
}: Pick<ChatRequest, 'messages' | 'tools'>): RequestSize {
  const size = tools.length > 0 ? sizeOfText(JSON.stringify(tools)) : { characters: 0, bytes: 0 };
  for (const message of messages) {
    const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
    for (const text of [message.content, ...calls.flatMap((call) => [call.name, call.arguments])]) {
      const { characters, bytes } = sizeOfText(text);
      size.characters += characters;
      size.bytes += bytes;
    }
  }
  return size;
}

export function sizeOfText(text: string): RequestSize {
  return { characters: text.length, bytes: Buffer.byteLength(text) };
}

/** Counts the characters of text in a part of an answer. A call of a function counts with its name and arguments. */
export function charactersOf(part: ChatPart): number {
  if (part.type === 'text') return part.text.length;
  return part.type === 'tool_call' ? part.call.name.length + part.call.arguments.length : 0;
}

/** Estimates the tokens of a text that nobody has counted. */
export function estimateTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

/** The most that a call may cost: the limit of its answer is told to the server. */
export function mostTokens({ bytes }: RequestSize, maxOutputTokens: number): Tokens {
  return { input: Math.ceil(bytes / FEWEST_BYTES_PER_TOKEN) + FRAME_TOKENS, output: maxOutputTokens };
}

/**
 * Returns the tokens that a call used: the count of the server, or a quarter of the characters where that is missing or
 * cannot be true. A token has at least one byte, and an answer is no longer than its limit.
 */
export function tokensUsed(
  usage: Usage | null,
  { size, written, most }: { size: RequestSize; written: number; most: Tokens },
): Tokens {
  const longestInput = size.bytes + FRAME_TOKENS;
  return {
    input: Math.min(most.input, countOr(usage?.prompt_tokens, longestInput, size.characters)),
    output: Math.min(most.output, countOr(usage?.completion_tokens, most.output, written)),
  };
}

function countOr(counted: number | undefined, longest: number, characters: number): number {
  const isPossible = counted !== undefined && Number.isSafeInteger(counted) && counted > 0;
  return isPossible && counted <= longest ? counted : estimateTokens(characters);
}

/** A started credit counts as a whole one. */
export function creditsForTokens(plan: Pick<Plan, 'languageModel'>, { input, output }: Tokens): number {
  const { inputCreditsPer1000, outputCreditsPer1000 } = plan.languageModel;
  return Math.ceil((input * inputCreditsPer1000 + output * outputCreditsPer1000) / 1_000);
}
