import { type Key, parseKey } from '../theory.ts';
import { IGNORED_WORDS } from './ignored-words.ts';
import { LONGEST_PHRASE, type Meaning, VOCABULARY } from './vocabulary.ts';

export type Reading = {
  meanings: readonly Meaning[];
  /** Meanings after "no" or "without". */
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
/** "without any of the drums": between a negation and what it denies. */
const BETWEEN = new Set([
  'or',
  'and',
  'any',
  'nor',
  'the',
  'a',
  'of',
  'use',
  'using',
  'too',
  'very',
  'so',
  'much',
  'more',
]);
/** "not sad" denies a quality, "no heavy drums" a thing that has it. */
const OF_QUALITIES = new Set(['not', 'never', 'non']);
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
  const meanings: Meaning[] = [];
  const excluded: Meaning[] = [];
  const unknown: string[] = [];
  let negation: string | null = null;
  for (let at = 0; at < words.length; ) {
    const word = words[at] as string;
    const found = longestAt(words, at);
    const lacking = found ? null : lackingIn(word);
    if (found) {
      const end = at + found.length;
      const isFree = isThing(found.meaning) && words[end] === 'free';
      if (negation !== null || isFree) {
        excluded.push(found.meaning);
        understood.push(`no ${found.phrase}`);
      } else if (isSinging(found.meaning)) unknown.push(found.phrase);
      else {
        meanings.push(found.meaning);
        understood.push(found.phrase);
      }
      if (negation !== null && !deniesOn(words, end, found.meaning, negation)) negation = null;
      at = isFree ? end + 1 : end;
      continue;
    }
    if (lacking) {
      excluded.push(lacking);
      understood.push(word);
    } else if (word !== ',' && !NEGATIONS.has(word) && !IGNORED_WORDS.has(word) && !/^\d+$/u.test(word))
      unknown.push(word);
    if (NEGATIONS.has(word)) negation = word;
    else if (word !== ',' && !BETWEEN.has(word)) negation = null;
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

/** Instruments, groups of them and genres, as opposed to their qualities. */
function isThing({ kind }: Meaning): boolean {
  return kind === 'instrument' || kind === 'exclusion' || kind === 'genre';
}

/** Nobody here can sing: as a wish it is unknown, but it can be denied. */
function isSinging({ kind, value }: Meaning): boolean {
  return kind === 'exclusion' && value === 'voices';
}

/** "drumless". */
function lackingIn(word: string): Meaning | null {
  if (!word.endsWith('less')) return null;
  const stem = word.slice(0, -'less'.length);
  const meaning = VOCABULARY.get(stem) ?? VOCABULARY.get(`${stem}s`);
  return meaning && isThing(meaning) && meaning.kind !== 'genre' ? meaning : null;
}

/** Whether a negation reaches beyond the phrase that ends here: "no drums, bass or guitar", "no heavy drums". */
function deniesOn(words: readonly string[], end: number, meaning: Meaning, negation: string): boolean {
  const next = words[end];
  if (next === 'or' || next === 'nor') return true;
  if (next === 'and' || next === '&') {
    const after = longestAt(words, end + 1);
    return after !== null && isThing(after.meaning);
  }
  if (next === ',') return isListWithOr(words, end);
  return !isThing(meaning) && !OF_QUALITIES.has(negation);
}

/** A comma in a list of things that "or" closes. */
function isListWithOr(words: readonly string[], from: number): boolean {
  for (let at = from; at < words.length; ) {
    const word = words[at] as string;
    if (word === 'or' || word === 'nor') return true;
    const found = longestAt(words, at);
    if (!found ? word !== ',' && !BETWEEN.has(word) : !isThing(found.meaning)) return false;
    at += found?.length ?? 1;
  }
  return false;
}

/** Hyphens divide words, as in "lo-fi"; commas stay, because lists are divided by them. */
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
