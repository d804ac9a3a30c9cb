import { CLOSING, OPENING, SENTENCE_ENDS } from './marks.ts';
import type { Token } from './token.ts';

/** A run of words and the marks around it: ` “well, ` is opening `“`, words `well`, closing `,`. */
export type Clause = {
  opening: string;
  words: Token[];
  closing: string;
  /** Requested silence after the clause, instead of the usual rest. */
  pauseMs?: number;
};

export type Sentence = {
  clauses: Clause[];
  /** A paragraph is followed by a longer rest. */
  endsParagraph: boolean;
  /** Requested silence before the first word of the text. */
  leadMs?: number;
  start: number;
  end: number;
};

/** Leaves out sentences without a word: they have nothing to speak. */
export function splitSentences(tokens: readonly Token[]): Sentence[] {
  const sentences: Sentence[] = [];
  let current: Token[] = [];
  let hasWord = false;
  // After the full stop, closing quotes and brackets may still follow.
  let isEnded = false;

  const finish = (endsParagraph: boolean): void => {
    const sentence = toSentence(current, endsParagraph);
    const last = sentences.at(-1);
    if (sentence) sentences.push(sentence);
    else if (endsParagraph && last) last.endsParagraph = true;
    [current, hasWord, isEnded] = [[], false, false];
  };

  tokens.forEach((token, i) => {
    if (token.kind === 'break') {
      finish(true);
      return;
    }
    const lastClause = sentences.at(-1)?.clauses.at(-1);
    if (token.kind === 'pause' && lastClause && !hasWord) {
      lengthen(lastClause, token);
      return;
    }
    current.push(token);
    hasWord ||= token.kind === 'word';
    isEnded =
      token.kind === 'mark' && (SENTENCE_ENDS.has(token.spoken) || (isEnded && CLOSING.has(token.spoken)));
    if (isEnded && !belongs(tokens[i + 1], token)) finish(false);
  });
  finish(true);
  return sentences;
}

/** A closing quote or bracket right after the full stop still belongs to the sentence. */
function belongs(next: Token | undefined, last: Token): boolean {
  return next?.kind === 'mark' && !OPENING.has(next.spoken) && next.start === last.end;
}

function toSentence(tokens: readonly Token[], endsParagraph: boolean): Sentence | null {
  const clauses: Clause[] = [];
  let clause = emptyClause();
  let leadMs = 0;
  const next = (): void => {
    clauses.push(clause);
    clause = emptyClause();
  };
  for (const token of tokens) {
    if (token.kind === 'word') {
      if (clause.closing !== '' || clause.pauseMs !== undefined) next();
      clause.words.push(token);
    } else if (token.kind === 'pause') {
      const before = clause.words.length > 0 ? clause : clauses.at(-1);
      if (before) lengthen(before, token);
      else leadMs += token.pauseMs ?? 0;
    } else if (OPENING.has(token.spoken) || (clause.words.length === 0 && clauses.length === 0)) {
      if (clause.words.length > 0) next();
      if (OPENING.has(token.spoken)) clause.opening += token.spoken;
    } else clause.closing += token.spoken;
  }
  if (clause.words.length > 0) clauses.push(clause);
  const words = clauses.flatMap((one) => one.words);
  const first = words[0];
  const last = words.at(-1);
  if (!first || !last) return null;
  const end = Math.max(last.end, tokens.findLast(({ kind }) => kind !== 'pause')?.end ?? 0);
  return { clauses, endsParagraph, ...(leadMs > 0 && { leadMs }), start: first.start, end };
}

function emptyClause(): Clause {
  return { opening: '', words: [], closing: '' };
}

function lengthen(clause: Clause, { pauseMs = 0 }: Token): void {
  clause.pauseMs = (clause.pauseMs ?? 0) + pauseMs;
}
