/**
 * What is spoken, tied to where it stands in the caller's text: `start` and `end` are UTF-16 offsets of the original,
 * so that times of words can point at what the caller wrote ("$3.50"), not at what is said.
 */
export type Token = {
  /** `word` is said, `mark` shapes the melody and may end a sentence, `break` ends a paragraph, `pause` is silence. */
  kind: 'word' | 'mark' | 'break' | 'pause';
  spoken: string;
  start: number;
  end: number;
  /** Said with these symbols, however the word is written. */
  phonemes?: string;
  /** Of a pause; as long at every speed. */
  pauseMs?: number;
  /** How much faster than the rest of the text; 1 when absent. */
  rate?: number;
};

/** How a pattern found at a token's start is said. `length` is set when less than the whole match is taken. */
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
  /** It looks like a mark of ours but is not one; `at` is where in the match. */
  | { fault: string; at: number };

export type Reading = {
  /** Must be sticky (`y`): it is tried at one position only. */
  pattern: RegExp;
  /** `null` lets the next reading try; an empty string drops the match. */
  read(match: RegExpExecArray, text: string): Said | null;
  /** It is also tried inside a run of Chinese or Japanese. */
  startsAnywhere?: boolean;
};

const LOOK_BACK = 60;

/** As much of the text before `index` as a reading may look at; with all of it, long texts would take quadratic time. */
export function preceding(text: string, index: number): string {
  return text.slice(Math.max(0, index - LOOK_BACK), index);
}

/** The word before `index`, without its trailing marks; empty at the start of the text. */
export function wordBefore(text: string, index: number): string {
  return /([\p{L}\p{N}'’.]+)[^\p{L}\p{N}\n]*$/u.exec(preceding(text, index))?.[1] ?? '';
}

/** Whether a sentence can end at `index`: nothing follows, or a line end, or something that starts a sentence. */
export function endsSentence(text: string, index: number): boolean {
  return /^["'”’)\]]*(\s*$|\s*\n|\s+["'“‘(]*[\p{Lu}\p{N}])/u.test(text.slice(index, index + 40));
}

const STARTERS =
  /^["'”’)\]]*(\s*$|\s*\n|\s+["'“‘(]*(The|They|There|Then|This|That|These|Those|He|She|It|We|You|I|In|On|At|But|And|So|If|When|While|After|Before|What|Who|Why|How|Our|His|Her|My|Its|Their|However|No|Yes|Not|As|For|To|From|By|With|Please|Some|Most|Many|All|Every|Now|Today|Also|Let|Do|Did|Is|Are|Was|Were|Can|Could|Will|Would|Should)\b)/u;

/** The same after a short form that names often follow: "the U.S. Army", "5 p.m. Monday". */
export function surelyEndsSentence(text: string, index: number): boolean {
  return STARTERS.test(text.slice(index, index + 40));
}
