import type { Manner } from './types.ts';
import { type Vocabulary, vocabularyOf } from './vocabulary.ts';

/** More words than this are a remark, whatever they are. */
const LONGEST_BACK_CHANNEL = 5;

/** Lower case, without punctuation. Hyphens and apostrophes inside words stay. */
export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFC')
      .replaceAll('’', "'")
      .match(/[\p{L}\p{M}\p{N}]+(?:['.@:\-‐‑][\p{L}\p{M}\p{N}]+)*/gu) ?? []
  );
}

/** Whether a reply should give way to this. The text has words. */
export function mannerOf(text: string, language: string): Manner {
  const vocabulary = vocabularyOf(language);
  const words = wordsOf(text);
  if (madeOf(words, vocabulary, vocabulary.fillers)) return 'filler';
  if (/\?\s*$/u.test(text) || words.length > LONGEST_BACK_CHANNEL) return 'speech';
  const signs = new Set([...vocabulary.backChannels, ...vocabulary.fillers]);
  return madeOf(words, vocabulary, signs) ? 'back_channel' : 'speech';
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
