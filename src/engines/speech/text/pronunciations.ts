import { fromIpa } from '../phonemes/ipa.ts';
import type { PhonemeLanguage } from '../phonemes/methods.ts';
import { spokenForm } from './spoken-form.ts';
import type { Reading, Said } from './token.ts';

/** A word, and how it is said: in other words, or as `/ipa/`. */
export type Pronunciations = Readonly<Record<string, string>>;

const IPA = /^\/([^/]*)\/$/u;
/** Words of these scripts touch each other. */
const NO_SPACES = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const isEdge = (character: string): boolean => /[\p{L}\p{N}]/u.test(character) && !NO_SPACES.test(character);

/** Tried before all other readings, so that "NVIDIA" or "$5" may be taught too. Longer entries win over shorter ones. */
export function pronunciationReadings(entries: Pronunciations, language: PhonemeLanguage): Reading[] {
  const exact = new Map<string, string>();
  const folded = new Map<string, string>();
  for (const [word, said] of Object.entries(entries)) {
    const written = word.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
    if (written === '') continue;
    // Only what is written in capitals and small letters is meant as it is written.
    if (written !== written.toLowerCase() && written !== written.toUpperCase()) exact.set(written, said);
    else folded.set(written.toLowerCase(), said);
  }
  return [
    ...readingOf([...exact.keys()], 'uy', (word) => exact.get(word), language),
    ...readingOf([...folded.keys()], 'iuy', (word) => folded.get(word.toLowerCase()), language),
  ];
}

/** Gives a message when an entry cannot be said. */
export function pronunciationFault(said: string, language: PhonemeLanguage): string | null {
  const ipa = IPA.exec(said.trim())?.[1];
  if (ipa === undefined) return spokenForm(said, language) === '' ? 'has nothing that can be spoken' : null;
  const sounds = fromIpa(ipa, language);
  if ('unknown' in sounds) return `has "${sounds.unknown}", which is no phoneme of this voice`;
  return sounds.phonemes === '' ? 'has no phonemes between its slashes' : null;
}

/** The same for an entry that stands for all languages: null as long as one of them can say it. */
export function unsayable(said: string, languages: readonly PhonemeLanguage[]): string | null {
  const faults = languages.map((language) => pronunciationFault(said, language));
  return faults.includes(null) ? null : (faults[0] ?? null);
}

function readingOf(
  words: string[],
  flags: string,
  find: (word: string) => string | undefined,
  language: PhonemeLanguage,
): Reading[] {
  if (words.length === 0) return [];
  const longestFirst = words.sort((a, b) => b.length - a.length).map(bounded);
  const pattern = new RegExp(longestFirst.join('|'), flags);
  const startsAnywhere = words.some((word) => NO_SPACES.test(word));
  const read = (m: RegExpExecArray) => saidAs(find(m[0].replaceAll(/\s+/gu, ' ')), language);
  return [{ pattern, read, ...(startsAnywhere && { startsAnywhere }) }];
}

/** Whole words only: an edge that is a letter may not touch another one. */
function bounded(word: string): string {
  const [first, last] = [String.fromCodePoint(word.codePointAt(0) ?? 0), [...word].at(-1) ?? ''];
  const before = isEdge(first) ? '(?<![\\p{L}\\p{N}])' : '';
  const after = isEdge(last) ? '(?![\\p{L}\\p{N}])' : '';
  return before + word.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, '\\$&').replaceAll(' ', '\\s+') + after;
}

function saidAs(said: string | undefined, language: PhonemeLanguage): Said | null {
  if (said === undefined) return null;
  const ipa = IPA.exec(said.trim())?.[1];
  if (ipa === undefined) return spokenForm(said, language);
  const sounds = fromIpa(ipa, language);
  return 'unknown' in sounds ? null : { spoken: said, phonemes: sounds.phonemes };
}
