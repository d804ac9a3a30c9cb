import type { ChatTool, ToolCall } from '../../../../engines/language-model/index.ts';

/** A function that was called, as the conversation keeps it. */
export type ToolUse = { name: string; arguments: unknown; result: unknown; ok: boolean };

/** The functions that an agent may call. `run` never throws for what the other side does: a responder is told instead. */
export type Toolbox = {
  specs: readonly ChatTool[];
  run(call: Pick<ToolCall, 'name' | 'arguments'>, signal: AbortSignal | undefined): Promise<ToolUse>;
};

export function unknownTool(name: string, given: string): ToolUse {
  return { name, arguments: given, result: { error: 'There is no such function.' }, ok: false };
}
