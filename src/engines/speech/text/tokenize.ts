import { MARKS } from './marks.ts';
import { MarkupFault } from './markup-fault.ts';
import { type Overlay, plainSource, type Source } from './source.ts';
import type { Reading, Said, Token } from './token.ts';

const SPACE = /[^\S\n]+/uy;
const PARAGRAPH = /\s*\n\s*\n\s*/uy;
const NEWLINE = /[^\S\n]*\n[^\S\n]*/uy;
/** Han and kana are written without spaces, so a run of them is one "word"; figures are never part of it. */
const CJK = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々';
const LETTERS = `(?:(?![${CJK}])[\\p{L}\\p{M}\\p{N}])+`;
/** Apostrophes and hyphens belong to a word only between its letters. */
const WORD = new RegExp(`[${CJK}]+|${LETTERS}(?:['’‑-]${LETTERS})*['’]?(?![\\p{L}\\p{N}])|${LETTERS}`, 'uy');
const STARTS_CJK = new RegExp(`^[${CJK}]`, 'u');
/** A line that is a heading or an item of a list ends where it ends, full stop or not. */
const ITEM_LINE = /(^|\n)[^\S\n]*(#{1,6}\s|[-*+•‣▪]\s|\d{1,3}[.)]\s)[^\n]*$/u;
const ITEM_START = /(?:#{1,6}\s|[-*+•‣▪]\s|\d{1,3}[.)]\s)/uy;

/** Where a token stands in the source, and how far the reader has come with it. */
type Read = Token & { next: number };

/** Reads a text from left to right; at each token the first reading that accepts it wins. */
export function tokenize(original: string | Source, readings: readonly Reading[]): Token[] {
  const source = typeof original === 'string' ? plainSource(original) : original;
  const tokens: Token[] = [];
  const overlays = source.overlays[Symbol.iterator]();
  let overlay = overlays.next().value;
  for (let at = 0; at < source.text.length || overlay; ) {
    // Nothing is read across the beginning of an overlay.
    const text = overlay ? source.text.slice(0, overlay.start) : source.text;
    const isOverlay = overlay !== undefined && at >= overlay.start;
    const read = isOverlay && overlay ? overlaid(overlay) : nextToken(text, at, readings, source);
    if (isOverlay) overlay = overlays.next().value;
    at = read.next;
    if (read.spoken !== '' || read.kind === 'break') tokens.push(...placed(read, source));
  }
  return tokens;
}

function overlaid({ start, end, says }: Overlay): Read {
  return { ...says, start, end, next: end };
}

function placed({ next, ...token }: Read, source: Source): Token[] {
  const rate = source.rateAt(token.start);
  return (token.phonemes === undefined && STARTS_CJK.test(token.spoken) ? cjkWords(token) : [token]).map(
    (word) => ({
      ...word,
      start: source.startOf(word.start),
      end: word.end > word.start ? source.endOf(word.end) : source.startOf(word.start),
      ...(rate !== 1 && { rate }),
    }),
  );
}

function nextToken(text: string, at: number, readings: readonly Reading[], source: Source): Read {
  if (matches(PARAGRAPH, text, at)) return make('break', ' ', at, PARAGRAPH.lastIndex);
  if (matches(NEWLINE, text, at)) {
    const end = NEWLINE.lastIndex;
    const breaks = matches(ITEM_START, text, end) || ITEM_LINE.test(text.slice(Math.max(0, at - 400), at));
    return make(breaks ? 'break' : 'mark', breaks ? ' ' : '', at, end);
  }
  if (matches(SPACE, text, at)) return make('mark', '', at, SPACE.lastIndex);
  for (const reading of readings) {
    reading.pattern.lastIndex = at;
    const match = reading.pattern.exec(text);
    const said = match && match[0] !== '' ? reading.read(match, text) : null;
    if (match && said !== null) return fromSaid(said, at, match[0].length, source);
  }
  return plain(text, at, readings);
}

function fromSaid(said: Said, at: number, length: number, source: Source): Read {
  if (typeof said === 'string') return make('word', said, at, at + length);
  if ('fault' in said) throw new MarkupFault(said.fault, source.startOf(at + said.at));
  const { spoken, phonemes, pauseMs, within } = said;
  const next = at + (said.length ?? length);
  const kind = pauseMs !== undefined ? 'pause' : said.mark ? 'mark' : 'word';
  const place = within ? { start: at + within.start, end: at + within.end } : { start: at, end: next };
  const extra = { ...(phonemes !== undefined && { phonemes }), ...(pauseMs !== undefined && { pauseMs }) };
  return { kind, spoken, ...place, ...extra, next };
}

function plain(text: string, at: number, readings: readonly Reading[]): Read {
  if (matches(WORD, text, at)) {
    const end = endOfWord(text, at, WORD.lastIndex, readings);
    return make('word', text.slice(at, end).replaceAll('’', "'"), at, end);
  }
  for (const { pattern, mark } of MARKS) {
    if (matches(pattern, text, at)) return make('mark', mark, at, pattern.lastIndex);
  }
  return make('mark', '', at, at + String.fromCodePoint(text.codePointAt(at) ?? 0).length);
}

/** A run without spaces ends where a reading that starts anywhere has something to say. */
function endOfWord(text: string, at: number, end: number, readings: readonly Reading[]): number {
  const inside = readings.filter(({ startsAnywhere }) => startsAnywhere);
  if (inside.length === 0 || !STARTS_CJK.test(text.slice(at, at + 2))) return end;
  for (let i = at + 1; i < end; i++) if (inside.some(({ pattern }) => matches(pattern, text, i))) return i;
  return end;
}

const wordsOf = new Intl.Segmenter('ja', { granularity: 'word' });

/** The words of a run, so that each has a time of its own; they are read together all the same. */
function cjkWords(run: Token): Token[] {
  if (run.spoken.length !== run.end - run.start) return [run];
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
