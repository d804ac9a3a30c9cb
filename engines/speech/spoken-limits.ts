import { PronunciationsTooLong, SpokenTextTooLong } from './errors.ts';
import { MarkupFault } from './text/markup-fault.ts';
import type { Token } from './text/token.ts';

/**
 * Callers pay for the characters they send. These limits keep the length of the speech in proportion, whatever made it
 * grow: pronunciations, numbers, symbols, markup, pauses. See docs/decisions/0013-text-limits.md.
 */
const SPOKEN_LIMITS = {
  /** Pronunciations may add as many characters as were sent, and always this many. */
  addedCharacters: 200,
  /** The spoken form may be this many times as long as the text, and always this long… */
  growth: 6,
  alwaysCharacters: 1_000,
  /** … but never longer than this. */
  maxCharacters: 10_000,
  pauseMsPerCharacter: 250,
  alwaysPauseMs: 10_000,
  maxPauseMs: 120_000,
};

/** Passes tokens on, and throws at the first one beyond the limits, before the rest is read. */
export function* withinLimits(tokens: Iterable<Token>, sentCharacters: number): Generator<Token> {
  const limits = SPOKEN_LIMITS;
  const maxAdded = Math.max(limits.addedCharacters, sentCharacters);
  const grown = Math.max(limits.alwaysCharacters, limits.growth * sentCharacters);
  const maxSpoken = Math.min(limits.maxCharacters, grown);
  const pauses = Math.max(limits.alwaysPauseMs, limits.pauseMsPerCharacter * sentCharacters);
  const maxPauseMs = Math.min(limits.maxPauseMs, pauses);
  let added = 0;
  let spoken = 0;
  let pauseMs = 0;
  for (const token of tokens) {
    const length = token.kind === 'word' ? (token.phonemes ?? token.spoken).length + 1 : 0;
    spoken += length;
    if (token.fromPronunciation) added += Math.max(0, length - (token.end - token.start + 1));
    pauseMs += token.pauseMs ?? 0;
    if (added > maxAdded) throw new PronunciationsTooLong(maxAdded);
    if (spoken > maxSpoken) throw new SpokenTextTooLong(maxSpoken);
    if (pauseMs > maxPauseMs)
      throw new MarkupFault(`the pauses of this text may last ${maxPauseMs / 1000} s in total`, token.start);
    yield token;
  }
}
