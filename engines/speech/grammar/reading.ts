/** How a match is spoken. `length` is set when less than the whole match is consumed. */
export type Spoken =
  | string
  | {
      spoken: string;
      length?: number;
      mark?: boolean;
      phonemes?: string;
      pauseMs?: number;
      /** The part of the match that is the word, if the rest is markup. */
      within?: { start: number; end: number };
    }
  /** Malformed inline mark; `at` is the offset in the match. */
  | { fault: string; at: number };

/**
 * A reading rule. The tokenizer tries it at the start of a run of letters and digits, and at every other character
 * that `starts` accepts. To keep the whole pass linear, a pattern must not scan far and then fail again at the next
 * token: patterns that run across separators begin with `notAfter`.
 */
export type Reading = {
  /** Must accept the first character of every match. */
  starts: RegExp;
  /** Must be sticky (`y`). */
  pattern: RegExp;
  /** `null` lets the next reading try; an empty string drops the match. */
  read(match: RegExpExecArray, text: string): Spoken | null;
  /** If true, the rule is also tried inside a run of letters and digits. */
  insideRuns?: boolean;
};

/** Lookbehind: not in the middle of a chain such as `a.b.c` or `1-2-3` that is joined by these characters. */
export function notAfter(separators: string): string {
  return `(?<![\\p{L}\\p{N}][${separators}]*)`;
}

const LOOK_BEHIND = 60;
const LOOK_AHEAD = 60;

/** The text before `index`, as far back as a reading may look. */
export function preceding(text: string, index: number): string {
  return text.slice(Math.max(0, index - LOOK_BEHIND), index);
}

/** The text from `index` on, as far ahead as a reading may look. */
export function following(text: string, index: number): string {
  return text.slice(index, index + LOOK_AHEAD);
}

const ALPHANUMERIC = /[\p{L}\p{N}]/u;
const WORD_CHARACTER = /[\p{L}\p{N}'’.]/u;

/** The word before `index`, without the marks between them; empty at the start of a line. */
export function wordBefore(text: string, index: number): string {
  const lowest = Math.max(0, index - LOOK_BEHIND);
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
