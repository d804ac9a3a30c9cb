import type { EndedReason, LiveConversation, LiveEvent } from '../../../client/src/index.ts';

export type Talk = ReturnType<typeof followTalk>;

/** Reads the events of a conversation, and knows whether the agent has answered. */
export function followTalk(live: LiveConversation, onEvent: (event: LiveEvent) => void) {
  let phase = 'listening';
  let isAnswered = true;
  let isOver = false;
  let endedReason: EndedReason | null = null;
  let waiting: (() => void)[] = [];
  const wake = () => {
    for (const resolve of waiting) resolve();
    waiting = [];
  };

  const take = (event: LiveEvent) => {
    if (event.type === 'phase') phase = event.phase;
    // An interrupted reply is followed by another one.
    if (event.type === 'error' || (event.type === 'reply_ended' && !event.interrupted)) isAnswered = true;
    if (event.type === 'ended') endedReason = event.reason;
    onEvent(event);
    wake();
  };
  const read = async () => {
    try {
      for await (const event of live) take(event);
    } finally {
      isOver = true;
      wake();
    }
  };
  const over = read();
  // It is awaited at the end; until then `isOver` tells.
  over.catch(() => undefined);

  const talk = {
    /** Rejects when the connection is lost for good. */
    over,
    get isOver() {
      return isOver;
    },
    get isListening() {
      return phase === 'listening';
    },
    get hasAnswered() {
      return isAnswered && phase === 'listening';
    },
    get endedReason() {
      return endedReason;
    },
    /** Call it before something is said. */
    expectAnswer(): void {
      isAnswered = false;
    },
    async answer(): Promise<void> {
      while (!isOver && !talk.hasAnswered) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
  return talk;
}
