import type { Spoken } from '../grammar/reading.ts';
import type { LanguageCode } from '../languages.ts';
import { fromIpa } from '../phonemes/ipa.ts';
import { isSpeakable, spokenForm } from './spoken-form.ts';
import type { Vocabulary } from './tokenize.ts';

/** Maps a word to how it is spoken: in other words, or as `/ipa/`. */
export type Pronunciations = Readonly<Record<string, string>>;

const IPA = /^\/([^/]*)\/$/u;
/** These scripts are written without spaces. */
const NO_SPACES = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const ALPHANUMERIC = /[\p{L}\p{N}]/u;
const isEdge = (character: string): boolean => ALPHANUMERIC.test(character) && !NO_SPACES.test(character);

/** A trie of UTF-16 units: a lookup costs the length of the word, not the number of entries. */
type TrieNode = { next: Map<number, TrieNode>; spokenAs?: string };

const SPACE = 32;
/** Lower-cases each UTF-16 unit and unifies white space. One unit maps to one unit, so offsets stay valid. */
const FOLDED = Uint16Array.from({ length: 0x10000 }, (_, unit) => {
  const character = String.fromCharCode(unit);
  if (/\s/u.test(character)) return SPACE;
  const lower = character.toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : unit;
});
const inAnyCase = (unit: number): number => FOLDED[unit] ?? unit;
const asWritten = (unit: number): number => (FOLDED[unit] === SPACE ? SPACE : unit);

/** The longest entry wins. Entries in mixed case match only as written, and take precedence. */
export function createVocabulary(entries: Pronunciations, language: LanguageCode): Vocabulary {
  const exact: TrieNode = { next: new Map() };
  const folded: TrieNode = { next: new Map() };
  let insideRuns = false;
  for (const [word, spokenAs] of Object.entries(entries)) {
    const written = word.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
    if (written === '') continue;
    insideRuns ||= NO_SPACES.test(written);
    const isMixed = written !== written.toLowerCase() && written !== written.toUpperCase();
    if (isMixed) insert(exact, written, asWritten, spokenAs);
    else insert(folded, written, inAnyCase, spokenAs);
  }
  const cache = new Map<string, Spoken | null>();
  const spokenFor = (spokenAs: string): Spoken | null => {
    const known = cache.get(spokenAs);
    if (known !== undefined) return known;
    const spoken = read(spokenAs, language);
    cache.set(spokenAs, spoken);
    return spoken;
  };
  return {
    insideRuns,
    find(text, index) {
      const found = longest(exact, text, index, asWritten) ?? longest(folded, text, index, inAnyCase);
      const spoken = found ? spokenFor(found.spokenAs) : null;
      return found && spoken !== null ? { length: found.end - index, spoken } : null;
    },
  };
}

/** An entry is spoken either as IPA or as other words. */
export function isIpa(spokenAs: string): boolean {
  return IPA.test(spokenAs.trim());
}

/** Returns why an entry cannot be spoken; null if it can. */
function pronunciationFault(spokenAs: string, language: LanguageCode): string | null {
  const ipa = IPA.exec(spokenAs.trim())?.[1];
  if (ipa === undefined) return isSpeakable(spokenAs, language) ? null : 'has nothing that can be spoken';
  const sounds = fromIpa(ipa, language);
  if ('unknown' in sounds) return `has "${sounds.unknown}", which is not a phoneme of this voice`;
  return sounds.phonemes === '' ? 'has no phonemes between its slashes' : null;
}

/** Same for an entry that applies to several languages; null if one of them can speak it. */
export function faultInEveryLanguage(spokenAs: string, languages: readonly LanguageCode[]): string | null {
  let first: string | null = null;
  for (const language of languages) {
    const fault = pronunciationFault(spokenAs, language);
    if (fault === null) return null;
    first ??= fault;
  }
  return first;
}

type Fold = (unit: number) => number;

function insert(root: TrieNode, word: string, fold: Fold, spokenAs: string): void {
  let branch = root;
  for (let i = 0; i < word.length; i++) {
    const unit = fold(word.charCodeAt(i));
    const next = branch.next.get(unit) ?? { next: new Map() };
    branch.next.set(unit, next);
    branch = next;
  }
  branch.spokenAs = spokenAs;
}

/** Finds the longest entry that begins at `start` and is a whole word there. */
function longest(
  root: TrieNode,
  text: string,
  start: number,
  fold: Fold,
): { end: number; spokenAs: string } | null {
  let branch = root.next.get(fold(text.charCodeAt(start)));
  if (!branch || (isEdge(characterAt(text, start)) && touches(text, start, -1))) return null;
  let best: { end: number; spokenAs: string } | null = null;
  for (let at = start; branch && at < text.length; branch = branch.next.get(fold(text.charCodeAt(at)))) {
    const isSpace = fold(text.charCodeAt(at)) === SPACE;
    at += 1;
    while (isSpace && fold(text.charCodeAt(at)) === SPACE) at += 1;
    if (branch.spokenAs !== undefined && isWholeWord(text, at)) best = { end: at, spokenAs: branch.spokenAs };
  }
  return best;
}

function isWholeWord(text: string, end: number): boolean {
  const isPair = /[\udc00-\udfff]/u.test(text[end - 1] ?? '');
  return !(isEdge(text.slice(end - (isPair ? 2 : 1), end)) && touches(text, end, 1));
}

function touches(text: string, index: number, side: 1 | -1): boolean {
  if (side === 1) return ALPHANUMERIC.test(characterAt(text, index));
  const isPair = /[\udc00-\udfff]/u.test(text[index - 1] ?? '');
  return ALPHANUMERIC.test(text.slice(Math.max(0, index - (isPair ? 2 : 1)), index));
}

function characterAt(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function read(spokenAs: string, language: LanguageCode): Spoken | null {
  const ipa = IPA.exec(spokenAs.trim())?.[1];
  if (ipa === undefined) return spokenForm(spokenAs, language);
  const sounds = fromIpa(ipa, language);
  return 'unknown' in sounds ? null : { spoken: spokenAs, phonemes: sounds.phonemes };
}
