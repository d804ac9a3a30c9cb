import type { Manner } from './types.ts';
import { type Vocabulary, vocabularyOf } from './vocabulary.ts';

/** More words than this are a remark, whatever they are. */
const LONGEST_BACK_CHANNEL = 5;

/** Returns words in lower case without punctuation. Hyphens and apostrophes inside words stay. */
export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFC')
      .replaceAll('’', "'")
      .match(/[\p{L}\p{M}\p{N}]+(?:['.@:\-‐‑][\p{L}\p{M}\p{N}]+)*/gu) ?? []
  );
}

/** A recogniser writes some word for a hum. These are too short to be told from one, the second if it has a sign in it. */
const HUM_SECONDS = 0.5;
const HUM_WITH_SIGN_SECONDS = 0.8;

/** Whether a reply should give way to this. The text has words. `seconds`: how long the voice was heard, if that is known. */
export function mannerOf(text: string, language: string, seconds = Number.POSITIVE_INFINITY): Manner {
  const vocabulary = vocabularyOf(language);
  const words = wordsOf(text);
  if (madeOf(words, vocabulary, vocabulary.fillers)) return 'filler';
  if (/\?\s*$/u.test(text) || words.length > LONGEST_BACK_CHANNEL) return 'speech';
  const signs = new Set([...vocabulary.backChannels, ...vocabulary.fillers]);
  const isSign = madeOf(words, vocabulary, signs) || isHum(words, vocabulary, seconds);
  return isSign ? 'back_channel' : 'speech';
}

/** "Stop", "no" and "and" are as short, and known. */
function isHum(words: readonly string[], vocabulary: Vocabulary, seconds: number): boolean {
  const { answers, backChannels, fillers, hanging } = vocabulary;
  if (words.length > 2 || hanging.has(words.at(-1) ?? '')) return false;
  if ([...words, words.join('_')].some((word) => answers.has(word))) return false;
  const hasSign = words.some((word) => backChannels.has(word) || fillers.has(word));
  return seconds <= (hasSign ? HUM_WITH_SIGN_SECONDS : HUM_SECONDS);
}

/** Whether the words are nothing but entries of the set, some of which are phrases. */
function madeOf(words: readonly string[], { unspaced }: Vocabulary, set: ReadonlySet<string>): boolean {
  const joined = words.join('_');
  if (words.length === 0) return false;
  if (set.has(joined) || (unspaced && set.has(words.join('')))) return true;
  return words.some((_, i) => {
    const count = words.length - i;
    return (
      count < words.length &&
      set.has(words.slice(0, count).join('_')) &&
      madeOf(words.slice(count), { unspaced } as Vocabulary, set)
    );
  });
}
