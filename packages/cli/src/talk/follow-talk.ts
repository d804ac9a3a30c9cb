import type { EndedReason, LiveConversation, LiveEvent } from '../../../client/src/index.ts';

export type Talk = ReturnType<typeof followTalk>;

/** The caller awaits `words`, which were said and not yet heard, then the `reply` to them, then nothing. */
type Awaited = 'words' | 'reply' | null;

/** Reads the events of a conversation, and knows whether the agent has answered. */
export function followTalk(live: LiveConversation, onEvent: (event: LiveEvent) => void) {
  let phase = 'listening';
  let awaited: Awaited = null;
  let isOver = false;
  let endedReason: EndedReason | null = null;
  let waiting: (() => void)[] = [];
  const wake = () => {
    for (const resolve of waiting) resolve();
    waiting = [];
  };

  const take = (event: LiveEvent) => {
    if (event.type === 'phase') phase = event.phase;
    awaited = awaitedAfter(event, awaited);
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
      return awaited === null && phase === 'listening';
    },
    get endedReason() {
      return endedReason;
    },
    /** Call it before something is said. */
    expectAnswer(): void {
      awaited = 'words';
    },
    /** The agent speaks first. */
    expectOpening(): void {
      awaited = 'reply';
    },
    async answer(): Promise<void> {
      while (!isOver && !talk.hasAnswered) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
  return talk;
}

function awaitedAfter(event: LiveEvent, awaited: Awaited): Awaited {
  if (event.type === 'error') return null;
  if (event.type === 'transcript' && awaited === 'words') return 'reply';
  // An interrupted reply is followed by another one.
  if (event.type === 'reply_ended' && !event.interrupted && awaited === 'reply') return null;
  return awaited;
}
