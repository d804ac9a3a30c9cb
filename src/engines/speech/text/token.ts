/**
 * What is spoken, tied to its place in the caller's text. `start` and `end` are UTF-16 offsets of the original, so word
 * timings point at what the caller wrote ("$3.50"), not at what is spoken.
 */
export type Token = {
  /** `word` is spoken, `mark` shapes the melody and may end a sentence, `break` ends a paragraph, `pause` is silence. */
  kind: 'word' | 'mark' | 'break' | 'pause';
  spoken: string;
  start: number;
  end: number;
  /** Spoken with these symbols, however the word is written. */
  phonemes?: string;
  /** Spoken as the caller's pronunciations have it. */
  isTaught?: true;
  /** Length of a pause; independent of speed. */
  pauseMs?: number;
  /** Speed relative to the rest of the text; 1 when absent. */
  rate?: number;
};

/** How a match is spoken. `length` is set when less than the whole match is consumed. */
export type Said =
  | string
  | {
      spoken: string;
      length?: number;
      mark?: boolean;
      phonemes?: string;
      pauseMs?: number;
      /** The part of the match that is the word, when the rest is only markup. */
      within?: { start: number; end: number };
    }
  /** Looks like our markup but is not valid; `at` is the offset in the match. */
  | { fault: string; at: number };

/**
 * One rule of reading. The tokenizer tries it at the start of a run of letters and figures, and at every other character
 * that `starts` accepts. To keep the whole pass linear, a pattern must not scan far and then fail again at the next
 * token: patterns that run across separators begin with `notAfter`.
 */
export type Reading = {
  /** Accepts the first character of every match. */
  starts: RegExp;
  /** Must be sticky (`y`). */
  pattern: RegExp;
  /** `null` lets the next reading try; an empty string drops the match. */
  read(match: RegExpExecArray, text: string): Said | null;
  /** Also tried inside a run of letters and figures. */
  insideRuns?: boolean;
};

/** Lookbehind: not in the middle of a chain such as `a.b.c` or `1-2-3` that is joined by these characters. */
export function notAfter(separators: string): string {
  return `(?<![\\p{L}\\p{N}][${separators}]*)`;
}

const LOOK_BACK = 60;
const LOOK_AHEAD = 60;

/** As much of the text before `index` as a reading may look at. */
export function preceding(text: string, index: number): string {
  return text.slice(Math.max(0, index - LOOK_BACK), index);
}

/** As much of the text from `index` on as a reading may look at. */
export function following(text: string, index: number): string {
  return text.slice(index, index + LOOK_AHEAD);
}

const ALPHANUMERIC = /[\p{L}\p{N}]/u;
const WORD_CHARACTER = /[\p{L}\p{N}'’.]/u;

/** The word before `index`, without the marks between them; empty at the start of a line. */
export function wordBefore(text: string, index: number): string {
  const lowest = Math.max(0, index - LOOK_BACK);
  let end = index;
  while (end > lowest && !ALPHANUMERIC.test(text[end - 1] ?? '')) {
    if (text[end - 1] === '\n') return '';
    end -= 1;
  }
  let start = end;
  while (start > lowest && WORD_CHARACTER.test(text[start - 1] ?? '')) start -= 1;
  while (end < index && WORD_CHARACTER.test(text[end] ?? '')) end += 1;
  return text.slice(start, end);
}

/** Whether a sentence can end at `index`: nothing follows, or a line end, or something that starts a sentence. */
export function endsSentence(text: string, index: number): boolean {
  return /^["'”’)\]]*(\s*$|\s*\n|\s+["'“‘(]*[\p{Lu}\p{N}])/u.test(following(text, index));
}

const STARTERS =
  /^["'”’)\]]*(\s*$|\s*\n|\s+["'“‘(]*(The|They|There|Then|This|That|These|Those|He|She|It|We|You|I|In|On|At|But|And|So|If|When|While|After|Before|What|Who|Why|How|Our|His|Her|My|Its|Their|However|No|Yes|Not|As|For|To|From|By|With|Please|Some|Most|Many|All|Every|Now|Today|Also|Let|Do|Did|Is|Are|Was|Were|Can|Could|Will|Would|Should)\b)/u;

/** The same after an abbreviation that names often follow: "the U.S. Army", "5 p.m. Monday". */
export function surelyEndsSentence(text: string, index: number): boolean {
  return STARTERS.test(following(text, index));
}
