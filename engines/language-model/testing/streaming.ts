import type { RequestListener, ServerResponse } from 'node:http';

type Delta = { content?: string | null; tool_calls?: object[]; [field: string]: unknown };

/** One message of a stream, as OpenAI writes it. */
export function message(delta: Delta, finish_reason: string | null = null): string {
  return `data: ${JSON.stringify({ model: 'tiny-2026', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
}

export const DONE = 'data: [DONE]\n\n';

/** Answers with these pieces of an event stream. `then`: what happens to the connection after them. */
export function streaming(
  pieces: readonly string[],
  then: (response: ServerResponse) => unknown = (response) => response.end(),
): RequestListener {
  return (_request, response) => {
    response.setHeader('content-type', 'text/event-stream');
    response.flushHeaders();
    for (const piece of pieces) response.write(piece);
    then(response);
  };
}

/** Says these words one by one. */
export function sayingInPieces(...words: string[]): RequestListener {
  return streaming([...words.map((content) => message({ content })), message({}, 'stop'), DONE]);
}

/** Asks for these functions to be called. */
export function calling(...calls: { name: string; arguments: object }[]): RequestListener {
  const tool_calls = calls.map(({ name, arguments: given }, index) => ({
    index,
    id: `call_${name}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(given) },
  }));
  return streaming([message({ tool_calls }), message({}, 'tool_calls'), DONE]);
}
