import type { LiveEvent, LiveEventOf } from './live-events.ts';

/** Longer than a busy machine stalls. Only a test that fails waits this long. */
const LIMIT_MS = 90_000;

type Observed = { atMs: number; event: LiveEvent };

/** Keeps what a caller was sent, in order, with the time of the wall clock. */
export type LiveInbox = {
  observed: readonly Observed[];
  add(event: LiveEvent): void;
  /** Nothing more will come. */
  close(): void;
  all<Type extends LiveEvent['type']>(type: Type): LiveEventOf<Type>[];
  /** The next of this type after the one that was found last. */
  next<Type extends LiveEvent['type']>(
    type: Type,
    isWanted?: (event: LiveEventOf<Type>) => boolean,
  ): Promise<LiveEventOf<Type> & { atMs: number }>;
};

export function createLiveInbox(): LiveInbox {
  const observed: Observed[] = [];
  let found = -1;
  let isClosed = false;
  let news = Promise.withResolvers<void>();
  const wake = (): void => {
    news.resolve();
    news = Promise.withResolvers();
  };
  const story = (): string => observed.map(({ event }) => `\n${told(event)}`).join('');
  const isOf = <Type extends LiveEvent['type']>(type: Type, event: LiveEvent): event is LiveEventOf<Type> =>
    event.type === type;

  return {
    observed,
    add(event) {
      observed.push({ atMs: performance.now(), event });
      wake();
    },
    close() {
      isClosed = true;
      wake();
    },
    all: (type) => observed.flatMap(({ event }) => (isOf(type, event) ? [event] : [])),
    async next(type, isWanted = () => true) {
      const limit = Promise.withResolvers<'limit'>();
      const timer = setTimeout(() => limit.resolve('limit'), LIMIT_MS);
      try {
        for (;;) {
          for (const [at, { event, atMs }] of observed.entries()) {
            if (at <= found || !isOf(type, event) || !isWanted(event)) continue;
            found = at;
            return { ...event, atMs };
          }
          if (isClosed) throw new Error(`The connection ended before "${type}":${story()}`);
          if ((await Promise.race([news.promise, limit.promise])) === 'limit')
            throw new Error(`Waited ${LIMIT_MS / 1_000} s for "${type}":${story()}`);
        }
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function told(event: LiveEvent): string {
  return event.type === 'audio' ? `audio ${event.start_ms}–${event.end_ms}` : JSON.stringify(event);
}
