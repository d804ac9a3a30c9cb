import { composed } from './compose.ts';
import { MARKS } from './marks.ts';
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

/** Reads a text from left to right; at each token the first reading that accepts it wins. */
export function tokenize(original: string, readings: readonly Reading[]): Token[] {
  const { text, offsetOf } = composed(original);
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const token = nextToken(text, at, readings);
    at = token.end;
    if (token.spoken === '' && token.kind !== 'break') continue;
    for (const word of STARTS_CJK.test(token.spoken) ? cjkWords(token) : [token])
      tokens.push({ ...word, start: offsetOf(word.start), end: offsetOf(word.end) });
  }
  return tokens;
}

function nextToken(text: string, at: number, readings: readonly Reading[]): Token {
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
    if (match && said !== null) return fromSaid(said, at, match[0].length);
  }
  return plain(text, at);
}

function fromSaid(said: Said, at: number, length: number): Token {
  if (typeof said === 'string') return make('word', said, at, at + length);
  return make(said.mark ? 'mark' : 'word', said.spoken, at, at + (said.length ?? length));
}

function plain(text: string, at: number): Token {
  if (matches(WORD, text, at)) {
    const word = text.slice(at, WORD.lastIndex).replaceAll('’', "'");
    return make('word', word, at, WORD.lastIndex);
  }
  for (const { pattern, mark } of MARKS) {
    if (matches(pattern, text, at)) return make('mark', mark, at, pattern.lastIndex);
  }
  return make('mark', '', at, at + String.fromCodePoint(text.codePointAt(at) ?? 0).length);
}

const wordsOf = new Intl.Segmenter('ja', { granularity: 'word' });

/** The words of a run, so that each has a time of its own; they are read together all the same. */
function cjkWords(run: Token): Token[] {
  if (run.spoken.length !== run.end - run.start) return [run];
  return [...wordsOf.segment(run.spoken)].map(({ segment, index }) =>
    make('word', segment, run.start + index, run.start + index + segment.length),
  );
}

function make(kind: Token['kind'], spoken: string, start: number, end: number): Token {
  return { kind, spoken, start, end };
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
