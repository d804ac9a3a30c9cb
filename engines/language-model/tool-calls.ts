import type { ToolCall } from './types.ts';

export type ToolCallDelta = {
  index?: number | undefined;
  id?: string | null | undefined;
  function?: { name?: string | null | undefined; arguments?: unknown } | undefined;
};

const MAX_CALLS = 16;

/**
 * Puts tool calls together from their pieces. Servers differ: some leave out the index or the id, some give every call the
 * index 0, some repeat the name with each piece, and some send the arguments as an object.
 */
export function createToolCalls() {
  const calls: (ToolCall & { index: number | undefined })[] = [];

  function callOf({ index, id }: ToolCallDelta): ToolCall {
    const sameIndex = calls.findLast((call) => index === undefined || call.index === index);
    if (sameIndex && (!id || id === sameIndex.id)) return sameIndex;
    if (calls.length === MAX_CALLS) throw new Error(`more than ${MAX_CALLS} tool calls`);
    const call = { index, id: id || `call_${calls.length}`, name: '', arguments: '' };
    calls.push(call);
    return call;
  }

  return {
    add(delta: ToolCallDelta): void {
      const call = callOf(delta);
      const { name, arguments: piece } = delta.function ?? {};
      if (name && call.name === '') call.name = name;
      if (typeof piece === 'string') call.arguments += piece;
      else if (piece !== null && piece !== undefined) call.arguments = JSON.stringify(piece);
    },
    all(): ToolCall[] {
      return calls.map(({ id, name, arguments: text }) => {
        if (name === '') throw new Error('a tool call without a name');
        return { id, name, arguments: text.trim() === '' ? '{}' : text };
      });
    },
  };
}
