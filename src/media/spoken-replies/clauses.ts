import { openFrom, speakable } from './speakable.ts';

/** A stretch of a reply that is spoken in one go. Places are UTF-16 offsets in the reply. */
export type Clause = {
  index: number;
  start: number;
  end: number;
  /** Has the length of the stretch, with spaces in place of text that is not spoken. */
  speech: string;
};

export type ClauseReader = {
  /** Returns the clauses that this makes ready. */
  push(delta: string): Clause[];
  /** The text is at its end. */
  finish(): Clause[];
  /** Everything so far. */
  text(): string;
};

const MOST_CHARACTERS = 280;
/** The first clause is cut only after this many words, because fewer sound chopped. */
const FIRST_AT_COMMA = 3;
const FIRST_AT_BREAK = 5;
const FIRST_ANYWHERE = 14;

const SENTENCE_END = /[.!?…]+["'”’)\]]*(?=\s)|[。！？।]+[」』”）]*|\n/gu;
const PHRASE_END = /[,;:–—](?=\s)|[，、；：]/gu;
/** Words that begin a phrase; a listener does not mind a breath before them. */
const PHRASE_START =
  /\s(?=(?:and|but|or|because|that|which|who|when|while|if|so|with|for|from|in|on|at|to|y|pero|porque|que|con|para|et|mais|parce|qui|avec|pour|e|ma|perché|che|per|mas|com|und|aber|weil|dass|mit|für)\s)/giu;
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{L}|Dr|Mr|Mrs|Ms|Prof|St|Jr|Sr|vs|etc|e\.g|i\.e|approx|No|Nr|Sra|Mme|bzw|z\.B|d\.h|\d{1,3})\.$/u;
const LONGEST_ABBREVIATION = 24;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** `abbreviations` matches a text that ends with one of the language that is spoken. */
export type ClauseOptions = { abbreviations?: RegExp | undefined };

/** Cuts a reply into clauses while it is being written: a short first one, then sentences. */
export function createClauses({ abbreviations }: ClauseOptions = {}): ClauseReader {
  let text = '';
  let from = 0;
  let index = 0;

  function take(end: number): Clause[] {
    const start = from;
    const speech = speakable(text.slice(from, end));
    from = end;
    if (!/[\p{L}\p{N}]/u.test(speech)) return [];
    return [{ index: index++, start, end, speech }];
  }

  function ready(): Clause[] {
    const made: Clause[] = [];
    for (;;) {
      const pending = text.slice(from);
      const speech = speakable(pending.slice(0, openFrom(pending)));
      const cut = findCut(speech, { isFirst: index === 0, abbreviations });
      if (cut === 0) return made;
      made.push(...take(from + cut));
    }
  }

  return {
    push(delta) {
      text += delta;
      return ready();
    },
    finish: () => [...ready(), ...(from < text.length ? take(text.length) : [])],
    text: () => text,
  };
}

/** Where the next clause ends; 0 if that cannot be told yet. */
function findCut(speech: string, { isFirst, abbreviations }: ClauseOptions & { isFirst: boolean }): number {
  const isAbbreviated = (text: string): boolean =>
    ABBREVIATION.test(text) || (abbreviations?.test(text.slice(-LONGEST_ABBREVIATION)) ?? false);
  for (const match of speech.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length;
    if (!isAbbreviated(speech.slice(0, end)) || match[0] === '\n') return end;
  }
  if (isFirst) return firstCut(speech);
  if (speech.length <= MOST_CHARACTERS) return 0;
  const most = speech.slice(0, MOST_CHARACTERS);
  return lastEnd(most, PHRASE_END) || most.lastIndexOf(' ') + 1 || MOST_CHARACTERS;
}

function firstCut(speech: string): number {
  for (const match of speech.matchAll(PHRASE_END))
    if (wordsIn(speech.slice(0, match.index)) >= FIRST_AT_COMMA) return match.index + match[0].length;
  for (const { index } of speech.matchAll(PHRASE_START))
    if (wordsIn(speech.slice(0, index)) >= FIRST_AT_BREAK) return index + 1;
  return wordsIn(speech) > FIRST_ANYWHERE ? speech.lastIndexOf(' ') + 1 : 0;
}

function lastEnd(speech: string, pattern: RegExp): number {
  const last = [...speech.matchAll(pattern)].at(-1);
  return last ? last.index + last[0].length : 0;
}

/** Two letters of a language without spaces count as a word. */
function wordsIn(speech: string): number {
  const letters = speech.match(UNSPACED)?.length ?? 0;
  return (speech.replaceAll(UNSPACED, ' ').match(WORD)?.length ?? 0) + Math.floor(letters / 2);
}
