import { type Key, parseKey } from '../composition/theory.ts';
import { IGNORED_WORDS } from './ignored-words.ts';
import { LONGEST_PHRASE, type Meaning, VOCABULARY } from './vocabulary.ts';

export type Reading = {
  meanings: readonly Meaning[];
  /** What follows "no" or "without". */
  excluded: readonly Meaning[];
  bpm: number | null;
  key: Key | null;
  /** Phrases that meant something, as they were written, and words that did not. */
  understood: readonly string[];
  unknown: readonly string[];
};

const NEGATIONS = new Set([
  'no',
  'without',
  'not',
  'minus',
  'excluding',
  'except',
  'never',
  'non',
  'zero',
  'avoid',
  'skip',
  'drop',
]);
/** "no drums, bass or guitar": the negation goes on. */
const JOINTS = new Set(['or', 'and', 'any', 'nor', 'the', 'a']);
const BPM = /\b(\d{2,3}(?:\.\d+)?)\s*-?\s*(?:bpm|beats per minute|beats a minute)\b/u;
const KEY =
  /\b(?:in |key of )?([a-g](?:#|♯|b|♭| sharp| flat)?)[ -](major|minor|maj|min|dorian|mixolydian|lydian|phrygian)\b/u;
const KEY_OF = /\bkey of ([a-g](?:#|♯|b|♭| sharp| flat)?m?)(?![\p{L}\p{N}])/u;
/** "in E", "in F#m": only where the phrase ends, because "in a" goes on in most sentences. */
const IN_KEY = /\bin ([a-g](?:#|♯|b|♭| sharp| flat)?m?)\s*(?=$|[,.;!?)])/u;

/** Finds the longest known phrases from left to right. */
export function readPrompt(prompt: string): Reading {
  const understood: string[] = [];
  let text = prompt.normalize('NFKC').toLowerCase();
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(text);
    if (match) {
      understood.push(match[0].trim());
      text = text.replace(match[0], ' , ');
    }
    return match;
  };
  const bpm = take(BPM);
  const key = take(KEY);
  const keyOf = key ? null : (take(KEY_OF) ?? take(IN_KEY));

  const words = wordsOf(text);
  const [meanings, excluded, unknown]: [Meaning[], Meaning[], string[]] = [[], [], []];
  let isNegated = false;
  for (let at = 0; at < words.length; ) {
    const word = words[at] as string;
    const found = longestAt(words, at);
    if (found) {
      (isNegated ? excluded : meanings).push(found.meaning);
      understood.push(isNegated ? `no ${found.phrase}` : found.phrase);
      at += found.length;
      continue;
    }
    if (NEGATIONS.has(word)) isNegated = true;
    else if (!(word === ',' || JOINTS.has(word))) isNegated = false;
    if (word !== ',' && !NEGATIONS.has(word) && !IGNORED_WORDS.has(word) && !/^\d+$/u.test(word))
      unknown.push(word);
    at += 1;
  }
  return {
    meanings,
    excluded,
    bpm: bpm ? Number(bpm[1]) : null,
    key: parseKey(key ? `${key[1]} ${key[2]}` : (keyOf?.[1] ?? '')),
    understood,
    unknown: [...new Set(unknown)],
  };
}

/** Hyphens divide words, as in "lo-fi"; commas stay, because a negation ends at a comma that no list goes on after. */
function wordsOf(text: string): string[] {
  return text
    .replace(/['’]s?(?!\p{L})/gu, '')
    .replace(/[-–—_]/gu, ' ')
    .replace(/[.,;:!?()"“”[\]{}|+*<>=~^`\\]+/gu, ' , ')
    .split(/\s+/u)
    .filter((word) => word !== '');
}

function longestAt(
  words: readonly string[],
  at: number,
): { meaning: Meaning; phrase: string; length: number } | null {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 0; length -= 1) {
    const phrase = words.slice(at, at + length).join(' ');
    const meaning = VOCABULARY.get(phrase);
    if (meaning) return { meaning, phrase, length };
  }
  return null;
}
