import type { ToolCall } from './events.ts';

type Callable = { run(args: Record<string, unknown>, call: ToolCall): unknown };

/**
 * Called with the arguments that the agent chose. What it returns, or the message of what it throws, is told to the
 * agent. Written as a method, because only then may a function say more precisely what its arguments are.
 */
export type ToolFunction = Callable['run'];

/** The service takes no more. */
const MAX_ERROR_CHARACTERS = 1_000;

export type ToolAnswer = { result: unknown } | { error: string };

export async function outcomeOf(run: ToolFunction, call: ToolCall): Promise<ToolAnswer> {
  try {
    const result = (await run(call.arguments, call)) ?? null;
    // A result that JSON cannot hold is a fault of the function too.
    JSON.stringify(result);
    return { result };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { error: message.slice(0, MAX_ERROR_CHARACTERS) };
  }
}
