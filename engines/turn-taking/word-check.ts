import type { Heard } from './types.ts';

/** Less sound than this seldom has a word that a recogniser knows. */
const FIRST_MS = 640;
const AGAIN_MS = 600;

/** Looks for words in speech that has not paused yet, when somebody wants to know. */
export type WordCheck = {
  want(): void;
  /** Speech has gone on for so long. */
  consider(spokenMs: number): void;
  /** Words were found elsewhere. */
  found(heard: Heard): void;
  stop(): void;
};

export function createWordCheck({
  recognise,
  tell,
}: {
  recognise(signal: AbortSignal): Promise<Heard>;
  tell(heard: Heard): void;
}): WordCheck {
  let isWanted = false;
  let dueMs = FIRST_MS;
  const stopped = new AbortController();

  function found(heard: Heard): void {
    if (!isWanted || heard.text === '' || stopped.signal.aborted) return;
    isWanted = false;
    tell(heard);
  }

  return {
    want() {
      isWanted = true;
    },
    consider(spokenMs) {
      if (!isWanted || spokenMs < dueMs) return;
      dueMs = Number.POSITIVE_INFINITY;
      const again = (): void => {
        dueMs = spokenMs + AGAIN_MS;
      };
      // A recogniser that fails here is asked again, and its failure is reported at the end of the turn.
      recognise(stopped.signal)
        .then(found, () => undefined)
        .then(again, again);
    },
    found,
    stop: () => stopped.abort(),
  };
}
