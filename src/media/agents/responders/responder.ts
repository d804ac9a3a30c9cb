import type { ToolUse } from '../tools/toolbox.ts';

/** A responder carries this from one turn to the next. The conversation keeps it as JSON. */
export type Memory = Record<string, unknown>;

/** A turn as the responder is told of it: of a reply that was cut off, only the words that were heard. */
export type PastTurn = { said: string | null; reply: string };

export type Thought = { past: readonly PastTurn[]; said: string; memory: Memory };

/**
 * Text comes in pieces, as it is thought. `remember` replaces the memory. After `hand_over` or `end_call` nothing more is
 * said.
 */
export type ReplyPart =
  | { type: 'text'; text: string }
  | { type: 'tool'; use: ToolUse }
  | { type: 'remember'; memory: Memory }
  | { type: 'hand_over'; reason: string }
  | { type: 'end_call'; reason: string };

export type ThinkOptions = {
  signal?: AbortSignal | undefined;
  /** Resolves once the caller's turn has ended. What cannot be taken back waits for it. Default: it has ended. */
  certain?: Promise<void> | undefined;
};

/** Decides what an agent says. It knows no sound, no money and no protocol. */
export type Responder = {
  think(thought: Thought, options?: ThinkOptions): AsyncGenerator<ReplyPart, void, undefined>;
};

/** Throws when the signal is aborted: a turn that was thrown away never becomes certain. */
export async function untilCertain({ signal, certain }: ThinkOptions): Promise<void> {
  signal?.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([certain, aborted.promise]);
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}
