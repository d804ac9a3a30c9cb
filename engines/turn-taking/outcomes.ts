import { mannerOf } from './manner.ts';
import type { EarEvent, EndReason, Heard, Said } from './types.ts';

type Ended = {
  startMs: number;
  endMs: number;
  samples: Float32Array;
  reason: EndReason;
  voiceSeconds: number | undefined;
};

const RATE = 16_000;

export function saidOf(heard: Heard, voiceSeconds?: number): Said {
  return { ...heard, manner: mannerOf(heard.text, heard.language, voiceSeconds) };
}

/** Tells what became of each turn, in the order in which they were spoken, whichever words come first. */
export function createOutcomes(onEvent: (event: EarEvent) => void) {
  let pending = 0;
  let settling: Promise<void> = Promise.resolve();

  function outcome(heard: Heard, { samples, reason, voiceSeconds, ...span }: Ended): EarEvent {
    const seconds = samples.length / RATE;
    if (heard.text === '') return { kind: 'noise', ...span, seconds };
    return { kind: 'turn_ended', said: saidOf(heard, voiceSeconds), ...span, seconds, samples, reason };
  }

  return {
    tell(words: Promise<Heard>, ended: Ended): void {
      const before = settling;
      const event = words.then(
        (heard) => outcome(heard, ended),
        (error: unknown): EarEvent => ({ kind: 'failed', startMs: ended.startMs, endMs: ended.endMs, error }),
      );
      pending += 1;
      settling = event
        .then(async (told) => {
          await before;
          onEvent(told);
        })
        .finally(() => {
          pending -= 1;
        });
    },
    /** Resolves when at most so many turns wait for their words. */
    settled: async (most: number): Promise<void> => (pending > most ? settling : undefined),
  };
}
