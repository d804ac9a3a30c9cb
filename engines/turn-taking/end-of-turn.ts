import { dictatedCount, isWholeNumber } from './dictation.ts';
import { wordsOf } from './manner.ts';
import type { Ending } from './prosody.ts';
import type { Eagerness, PauseReason, Said } from './types.ts';
import { type Vocabulary, vocabularyOf } from './vocabulary.ts';

export type Pause = Said & { ending: Ending };
export type PauseVerdict = {
  /** Silence, from the last sound on, that ends the turn. */
  waitMs: number;
  reason: PauseReason;
};

/** Waits at medium eagerness after a voice that fell. */
const WAIT_MS: Record<PauseReason, number> = {
  question: 350,
  answer: 400,
  finished: 400,
  fragment: 700,
  open_clause: 1_300,
  unfinished: 2_000,
  filler: 2_500,
  dictation: 2_000,
};
/** A voice that stays up at the end of a statement usually goes on. */
const BY_ENDING: Record<Ending, number> = { falling: 1, unknown: 1.25, level: 1.4, rising: 1.6 };
const BY_EAGERNESS: Record<Eagerness, number> = { low: 1.8, medium: 1, auto: 1, high: 0.7 };
const LONGEST_MS: Record<Eagerness, number> = { low: 8_000, medium: 4_000, auto: 4_000, high: 2_000 };
const SHORTEST_MS = 250;
/** The wait grows by this if the text has no mark at its end: the recogniser itself heard no end. */
const UNMARKED = 1.3;

/** A turn likely ends after these; after the others, a reply generated at once would mostly be wasted. */
const LIKELY = new Set<PauseReason>(['question', 'answer', 'finished', 'fragment']);
export const isLikelyEnd = (reason: PauseReason): boolean => LIKELY.has(reason);

/** How long to wait after these words before they count as a turn. */
export function judgePause({ text, language, manner, ending }: Pause, eagerness: Eagerness): PauseVerdict {
  const vocabulary = vocabularyOf(language);
  // Nothing follows a sign of listening, whatever word was written for it.
  const reason = manner === 'back_channel' ? 'answer' : reasonOf(text.trim(), ending, vocabulary);
  const waitMs = WAIT_MS[reason] * factorOf(reason, text, { ending, vocabulary }) * BY_EAGERNESS[eagerness];
  return { reason, waitMs: Math.round(Math.min(LONGEST_MS[eagerness], Math.max(SHORTEST_MS, waitMs))) };
}

function factorOf(
  reason: PauseReason,
  text: string,
  { ending, vocabulary }: { ending: Ending; vocabulary: Vocabulary },
): number {
  if (reason === 'dictation') return isWholeNumber(dictatedCount(text, vocabulary)) ? 0.5 : 1;
  if (reason === 'finished' || reason === 'fragment')
    return BY_ENDING[ending] * (/[.!。！।…]\s*$/u.test(text) ? 1 : UNMARKED);
  return 1;
}

function reasonOf(text: string, ending: Ending, vocabulary: Vocabulary): PauseReason {
  const words = wordsOf(text);
  if (endsIn(words, text, vocabulary.fillers, vocabulary))
    return isAnswer(words, vocabulary) ? 'answer' : 'filler';
  if (dictatedCount(text, vocabulary) > 0) return 'dictation';
  if (/[?？]\s*$/u.test(text)) return 'question';
  if (isAnswer(words, vocabulary)) return 'answer';
  if (/(?:[-–—]|\.\.\.|…)$/u.test(text)) return 'unfinished';
  if (endsIn(words, text, vocabulary.hanging, vocabulary)) return 'unfinished';
  // A recogniser also writes commas where a sentence ends; then the voice falls.
  if (isOpenClause(text, vocabulary) || (ending !== 'falling' && /[,;:，、；：]$/u.test(text)))
    return 'open_clause';
  return words.length < 3 && !vocabulary.unspaced ? 'fragment' : 'finished';
}

function isAnswer(words: readonly string[], { answers, backChannels, unspaced }: Vocabulary): boolean {
  const whole = words.join(unspaced ? '' : '_');
  const isOne = (word: string): boolean => answers.has(word) || backChannels.has(word);
  return isOne(whole) || (words.length > 0 && words.length <= 4 && words.every(isOne));
}

function endsIn(
  words: readonly string[],
  text: string,
  set: ReadonlySet<string>,
  { unspaced }: Vocabulary,
): boolean {
  if (unspaced) {
    const bare = text.replaceAll(/[^\p{L}\p{N}]+$/gu, '');
    return [...set].some((word) => bare.endsWith(word));
  }
  return [1, 2, 3].some((count) => words.length >= count && set.has(words.slice(-count).join('_')));
}

/** "If I come on Monday" is one; "if I come on Monday, I'll call you" is not. */
function isOpenClause(text: string, { openers, unspaced }: Vocabulary): boolean {
  const sentence = text.split(/[.!?。！？]+\s*(?=\S)/u).at(-1) ?? '';
  const [first = ''] = wordsOf(sentence);
  const opens = unspaced ? [...openers].some((word) => sentence.startsWith(word)) : openers.has(first);
  return opens && !/[,，、]/u.test(sentence);
}
