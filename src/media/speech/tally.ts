import type { Amount } from '../../money/ledger/index.ts';
import { creditsFor } from '../../money/pricing/index.ts';
import type { TimedSpan } from '../history/index.ts';
import type { RecordedChunk } from '../recordings/index.ts';
import { countCharacters } from './characters.ts';

/** What has been said so far of a text. */
export type Tally = {
  add(chunk: RecordedChunk): void;
  /** What it costs: the characters up to the end of the last word. */
  amount(): Amount;
  words: TimedSpan[];
  seconds(): number;
};

export function createTally(text: string, sampleRate: number): Tally {
  const words: TimedSpan[] = [];
  let samples = 0;
  let reached = 0;
  const secondsAt = (sample: number) => Math.round((sample / sampleRate) * 1_000) / 1_000;
  return {
    words,
    seconds: () => secondsAt(samples),
    add(chunk) {
      for (const { start: startChar, end: endChar, startSample, endSample } of chunk.words) {
        const span = { start: secondsAt(samples + startSample), end: secondsAt(samples + endSample) };
        const last = words.at(-1);
        // A word that is said in two chunks is one.
        if (last?.startChar === startChar && last.endChar === endChar) last.end = span.end;
        else words.push({ ...span, startChar, endChar });
        reached = Math.max(reached, endChar);
      }
      if (chunk.words.length === 0) reached = Math.max(reached, chunk.end);
      samples += chunk.samples.length;
    },
    amount() {
      const quantity = countCharacters(text.slice(0, reached));
      return { quantity, credits: creditsFor('tts_character', quantity) };
    },
  };
}
