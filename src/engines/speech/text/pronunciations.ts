import { fromIpa } from '../phonemes/ipa.ts';
import type { PhonemeLanguage } from '../phonemes/methods.ts';
import { isSpeakable, spokenForm } from './spoken-form.ts';
import type { Said } from './token.ts';
import type { Vocabulary } from './tokenize.ts';

/** A word, and how it is spoken: in other words, or as `/ipa/`. */
export type Pronunciations = Readonly<Record<string, string>>;

const IPA = /^\/([^/]*)\/$/u;
/** Words of these scripts touch each other. */
const NO_SPACES = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const ALPHANUMERIC = /[\p{L}\p{N}]/u;
const isEdge = (character: string): boolean => ALPHANUMERIC.test(character) && !NO_SPACES.test(character);

/** A tree of characters, so that finding an entry costs the length of the word and not the number of entries. */
type Branch = { next: Map<string, Branch>; spokenAs?: string };

/** Longer entries win over shorter ones; entries in mixed case match as written and win over the others. */
export function createVocabulary(entries: Pronunciations, language: PhonemeLanguage): Vocabulary {
  const [exact, folded]: [Branch, Branch] = [{ next: new Map() }, { next: new Map() }];
  let insideRuns = false;
  for (const [word, spokenAs] of Object.entries(entries)) {
    const written = word.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
    if (written === '') continue;
    insideRuns ||= NO_SPACES.test(written);
    const isMixed = written !== written.toLowerCase() && written !== written.toUpperCase();
    if (isMixed) plant(exact, [...written], spokenAs);
    else plant(folded, [...written].map(lowerCase), spokenAs);
  }
  const spoken = new Map<string, Said | null>();
  const saidAs = (spokenAs: string): Said | null => {
    const known = spoken.get(spokenAs);
    if (known !== undefined) return known;
    const said = read(spokenAs, language);
    spoken.set(spokenAs, said);
    return said;
  };
  return {
    insideRuns,
    find(text, index) {
      const found =
        longest(exact, text, index, (character) => character) ?? longest(folded, text, index, lowerCase);
      const said = found ? saidAs(found.spokenAs) : null;
      return found && said !== null ? { length: found.end - index, said } : null;
    },
  };
}

/** Why an entry cannot be spoken; null when it can. */
export function pronunciationFault(spokenAs: string, language: PhonemeLanguage): string | null {
  const ipa = IPA.exec(spokenAs.trim())?.[1];
  if (ipa === undefined) return isSpeakable(spokenAs, language) ? null : 'has nothing that can be spoken';
  const sounds = fromIpa(ipa, language);
  if ('unknown' in sounds) return `has "${sounds.unknown}", which is not a phoneme of this voice`;
  return sounds.phonemes === '' ? 'has no phonemes between its slashes' : null;
}

/** The same for an entry used with every language: null as long as one of them can speak it. */
export function unsayable(spokenAs: string, languages: readonly PhonemeLanguage[]): string | null {
  let first: string | null = null;
  for (const language of languages) {
    const fault = pronunciationFault(spokenAs, language);
    if (fault === null) return null;
    first ??= fault;
  }
  return first;
}

function plant(root: Branch, characters: readonly string[], spokenAs: string): void {
  let branch = root;
  for (const character of characters) {
    const next = branch.next.get(character) ?? { next: new Map() };
    branch.next.set(character, next);
    branch = next;
  }
  branch.spokenAs = spokenAs;
}

/** The longest entry that begins at `start` and is a whole word there. */
function longest(
  root: Branch,
  text: string,
  start: number,
  fold: (character: string) => string,
): { end: number; spokenAs: string } | null {
  const first = characterAt(text, start);
  if (!root.next.has(fold(first)) || (isEdge(first) && touches(text, start, -1))) return null;
  let best: { end: number; spokenAs: string } | null = null;
  let branch: Branch | undefined = root;
  for (let at = start; at < text.length; ) {
    const character = characterAt(text, at);
    const isSpace = /\s/u.test(character);
    branch = branch.next.get(isSpace ? ' ' : fold(character));
    if (!branch) break;
    at += character.length;
    if (isSpace) while (/\s/u.test(text[at] ?? '')) at += 1;
    else if (branch.spokenAs !== undefined && !(isEdge(character) && touches(text, at, 1)))
      best = { end: at, spokenAs: branch.spokenAs };
  }
  return best;
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

/** Character by character, so that offsets stay those of the text. */
function lowerCase(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}

function read(spokenAs: string, language: PhonemeLanguage): Said | null {
  const ipa = IPA.exec(spokenAs.trim())?.[1];
  if (ipa === undefined) return spokenForm(spokenAs, language);
  const sounds = fromIpa(ipa, language);
  return 'unknown' in sounds ? null : { spoken: spokenAs, phonemes: sounds.phonemes };
}
