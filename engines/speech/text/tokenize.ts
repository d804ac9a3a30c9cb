import type { Reading, Spoken } from '../grammar/reading.ts';
import type { LanguageCode } from '../languages.ts';
import { MARKS } from './marks.ts';
import { MarkupFault } from './markup-fault.ts';
import { type Overlay, plainSource, type Source } from './source.ts';
import type { Token } from './token.ts';

const SPACE = /[^\S\n]+/uy;
const PARAGRAPH = /\s*\n\s*\n\s*/uy;
const NEWLINE = /[^\S\n]*\n[^\S\n]*/uy;
/** Han and kana are written without spaces, so a run of them is one "word". Digits are never part of it. */
const CJK = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々';
const LETTERS = `(?:(?![${CJK}])[\\p{L}\\p{M}\\p{N}])+`;
/** A hyphen belongs to a word only between its letters; an apostrophe may also end it. */
const WORD = new RegExp(
  `[${CJK}]{1,200}|${LETTERS}(?:['’‑-]${LETTERS})*['’]?(?![\\p{L}\\p{N}])|${LETTERS}`,
  'uy',
);
const STARTS_CJK = new RegExp(`^[${CJK}]`, 'u');
/** A heading or list item ends with its line, with or without a full stop. */
const ITEM_START = /[^\S\n]*(?:#{1,6}\s|[-*+•‣▪]\s|\d{1,3}[.)]\s)/uy;
const IN_RUN = /[\p{L}\p{M}\p{N}]/u;

/** A token with offsets in the source, and where the next one begins. */
type Read = Token & { next: number };

/** The caller's pronunciations. They take precedence over all other readings. */
export type Vocabulary = {
  /** The entry that begins at `index`, and how it is spoken. */
  find(text: string, index: number): { length: number; spoken: Spoken } | null;
  /** Whether an entry may begin inside a run of Chinese or Japanese. */
  insideRuns: boolean;
};

/** How one language is read. */
export type Rules = {
  language: LanguageCode;
  readings: readonly Reading[];
  marks?: readonly Reading[];
  vocabulary?: Vocabulary;
  /** It is not the language of the request, so its words name it. */
  isForeign?: boolean;
};

/** Reads a text from left to right; at each token the first reading that accepts it wins. */
export function* tokens(source: Source, rulesAt: (index: number) => Rules): Generator<Token> {
  const overlays = source.overlays[Symbol.iterator]();
  let overlay = overlays.next().value;
  let text = source.text.slice(0, overlay?.start);
  for (let at = 0; at < source.text.length || overlay; ) {
    // A token never crosses the start of an overlay.
    const isOverlay = overlay !== undefined && at >= overlay.start;
    const rules = rulesAt(at);
    const read = isOverlay && overlay ? overlaid(overlay, rules) : nextToken(text, at, rules, source);
    if (isOverlay) {
      overlay = overlays.next().value;
      text = source.text.slice(0, overlay?.start);
    }
    at = read.next;
    if (read.spoken !== '' || read.kind === 'break') yield* placed(read, source, rules);
  }
}

export function tokenize(text: string, readings: readonly Reading[]): Token[] {
  const rules: Rules = { language: 'en-US', readings };
  return [...tokens(plainSource(text), () => rules)];
}

function overlaid({ start, end, tokenIn }: Overlay, { language }: Rules): Read {
  return { ...tokenIn(language), start, end, next: end };
}

function placed({ next, ...token }: Read, source: Source, { language, isForeign }: Rules): Token[] {
  const rate = source.rateAt(token.start);
  return (token.phonemes === undefined && STARTS_CJK.test(token.spoken) ? cjkWords(token) : [token]).map(
    (word) => ({
      ...word,
      start: source.startOf(word.start),
      end: word.end > word.start ? source.endOf(word.end) : source.startOf(word.start),
      ...(rate !== 1 && { rate }),
      ...(isForeign && word.kind === 'word' && { language }),
    }),
  );
}

function nextToken(text: string, at: number, rules: Rules, source: Source): Read {
  const unit = text[at] ?? '';
  if (/\s/u.test(unit)) {
    if (matches(PARAGRAPH, text, at)) return make('break', ' ', at, PARAGRAPH.lastIndex);
    if (matches(NEWLINE, text, at)) {
      const end = NEWLINE.lastIndex;
      const lineStart = text.lastIndexOf('\n', at - 1) + 1;
      const breaks = matches(ITEM_START, text, end) || (at > 0 && matches(ITEM_START, text, lineStart));
      return make(breaks ? 'break' : 'mark', breaks ? ' ' : '', at, end);
    }
    if (matches(SPACE, text, at)) return make('mark', '', at, SPACE.lastIndex);
  }
  return (
    (rules.marks && firstReading(rules.marks, text, at, source)) ??
    vocabularyWord(rules.vocabulary, text, at, source) ??
    firstReading(rules.readings, text, at, source) ??
    plain(text, at, rules.vocabulary)
  );
}

function firstReading(readings: readonly Reading[], text: string, at: number, source: Source): Read | null {
  for (const reading of candidates(readings, text, at)) {
    reading.pattern.lastIndex = at;
    const match = reading.pattern.exec(text);
    const spoken = match && match[0] !== '' ? reading.read(match, text) : null;
    if (match && spoken !== null) return tokenFrom(spoken, at, match[0].length, source);
  }
  return null;
}

function vocabularyWord(
  vocabulary: Vocabulary | undefined,
  text: string,
  at: number,
  source: Source,
): Read | null {
  const found = vocabulary?.find(text, at);
  return found ? { ...tokenFrom(found.spoken, at, found.length, source), fromPronunciation: true } : null;
}

type Candidates = { anywhere: readonly Reading[]; inRun: readonly Reading[] };
const byCharacter = new WeakMap<readonly Reading[], Map<number, Candidates>>();
/** More than any real text needs. Bounds the memory when a caller sends every character there is. */
const MAX_CACHED = 20_000;

/** The readings that can begin with the character at `at`. Few apply to plain words, which most tokens are. */
function candidates(readings: readonly Reading[], text: string, at: number): readonly Reading[] {
  const cached = byCharacter.get(readings) ?? new Map<number, Candidates>();
  byCharacter.set(readings, cached);
  const code = text.codePointAt(at) ?? 0;
  let found = cached.get(code);
  if (!found) {
    if (cached.size >= MAX_CACHED) cached.clear();
    const character = String.fromCodePoint(code);
    const anywhere = readings.filter(({ starts }) => starts.test(character));
    found = { anywhere, inRun: IN_RUN.test(character) ? anywhere.filter((one) => one.insideRuns) : anywhere };
    cached.set(code, found);
  }
  const isInside = found.inRun.length < found.anywhere.length && IN_RUN.test(characterBefore(text, at));
  return isInside ? found.inRun : found.anywhere;
}

function characterBefore(text: string, at: number): string {
  const isPair = /[\udc00-\udfff]/u.test(text[at - 1] ?? '');
  return text.slice(Math.max(0, at - (isPair ? 2 : 1)), at);
}

function tokenFrom(form: Spoken, at: number, length: number, source: Source): Read {
  if (typeof form === 'string') return make('word', form, at, at + length);
  if ('fault' in form) throw new MarkupFault(form.fault, source.startOf(at + form.at));
  const { spoken, phonemes, pauseMs, within } = form;
  const next = at + (form.length ?? length);
  const kind = pauseMs !== undefined ? 'pause' : form.mark ? 'mark' : 'word';
  const place = within ? { start: at + within.start, end: at + within.end } : { start: at, end: next };
  const extra = { ...(phonemes !== undefined && { phonemes }), ...(pauseMs !== undefined && { pauseMs }) };
  return { kind, spoken, ...place, ...extra, next };
}

function plain(text: string, at: number, vocabulary: Vocabulary | undefined): Read {
  if (matches(WORD, text, at)) {
    const end = endOfWord(text, at, WORD.lastIndex, vocabulary);
    return make('word', text.slice(at, end).replaceAll('’', "'"), at, end);
  }
  for (const { pattern, mark } of MARKS) {
    if (matches(pattern, text, at)) return make('mark', mark, at, pattern.lastIndex);
  }
  return make('mark', '', at, at + String.fromCodePoint(text.codePointAt(at) ?? 0).length);
}

/** A run without spaces ends where an entry of the vocabulary begins. */
function endOfWord(text: string, at: number, end: number, vocabulary: Vocabulary | undefined): number {
  if (!vocabulary?.insideRuns || !STARTS_CJK.test(text.slice(at, at + 2))) return end;
  for (let i = at + 1; i < end; i++) if (vocabulary.find(text, i)) return i;
  return end;
}

const wordsOf = new Intl.Segmenter('ja', { granularity: 'word' });

/** Splits a run into words, so that each gets its own timing. They are still phonemized together. */
function cjkWords(run: Token): Token[] {
  if (run.spoken.length === 1 || run.spoken.length !== run.end - run.start) return [run];
  return [...wordsOf.segment(run.spoken)].map(({ segment, index }) => ({
    kind: 'word',
    spoken: segment,
    start: run.start + index,
    end: run.start + index + segment.length,
  }));
}

function make(kind: Token['kind'], spoken: string, start: number, end: number): Read {
  return { kind, spoken, start, end, next: end };
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
