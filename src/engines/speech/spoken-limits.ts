import { PronunciationsTooLong, SpokenTextTooLong } from './errors.ts';
import { MarkupFault } from './text/markup-fault.ts';
import type { Token } from './text/token.ts';

/**
 * Callers pay for the characters they send. These bounds keep what is spoken in a fair relation to that, whatever it
 * grew from: pronunciations, figures, symbols, markup, pauses. The reasons are in docs/decisions/0013-text-limits.md.
 */
export const SPOKEN_LIMITS = {
  /** Pronunciations may add as much as was sent, and always this much. */
  addedCharacters: 200,
  /** The spoken form of a text may be this many times as long as what was sent, and always this long… */
  growth: 6,
  alwaysCharacters: 1_000,
  /** … but never longer than this. */
  mostCharacters: 10_000,
  pauseMsPerCharacter: 250,
  alwaysPauseMs: 10_000,
  mostPauseMs: 120_000,
};

/** Passes tokens on until the text says more than its length allows; throws there, before the rest is read. */
export function* withinLimits(tokens: Iterable<Token>, sentCharacters: number): Generator<Token> {
  const limits = SPOKEN_LIMITS;
  const mostAdded = Math.max(limits.addedCharacters, sentCharacters);
  const grown = Math.max(limits.alwaysCharacters, limits.growth * sentCharacters);
  const mostSpoken = Math.min(limits.mostCharacters, grown);
  const pauses = Math.max(limits.alwaysPauseMs, limits.pauseMsPerCharacter * sentCharacters);
  const mostPauseMs = Math.min(limits.mostPauseMs, pauses);
  let [added, spoken, pauseMs] = [0, 0, 0];
  for (const token of tokens) {
    const length = token.kind === 'word' ? (token.phonemes ?? token.spoken).length + 1 : 0;
    spoken += length;
    if (token.isTaught) added += Math.max(0, length - (token.end - token.start + 1));
    pauseMs += token.pauseMs ?? 0;
    if (added > mostAdded) throw new PronunciationsTooLong(mostAdded);
    if (spoken > mostSpoken) throw new SpokenTextTooLong(mostSpoken);
    if (pauseMs > mostPauseMs)
      throw new MarkupFault(`the pauses of this text may last ${mostPauseMs / 1000} s in total`, token.start);
    yield token;
  }
}
