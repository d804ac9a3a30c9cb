import { CLOSING, OPENING, SENTENCE_ENDS } from './marks.ts';
import type { Token } from './token.ts';

/** A run of words and the marks around it: ` “well, ` is opening `“`, words `well`, closing `,`. */
export type Clause = {
  opening: string;
  words: Token[];
  closing: string;
  /** The silence after it that was asked for, in place of the usual rest. */
  pauseMs?: number;
};

export type Sentence = {
  clauses: Clause[];
  /** What follows decides how long the voice rests. */
  endsParagraph: boolean;
  /** Silence that was asked for before the first word of the text. */
  leadMs?: number;
  start: number;
  end: number;
};

/** Sentences without a single word are left out: there is nothing to say in them. */
export function splitSentences(tokens: readonly Token[]): Sentence[] {
  const sentences: Sentence[] = [];
  let current: Token[] = [];

  const finish = (endsParagraph: boolean): void => {
    const sentence = toSentence(current, endsParagraph);
    if (sentence) sentences.push(sentence);
    else if (endsParagraph && sentences.length > 0) markParagraph(sentences);
    current = [];
  };

  tokens.forEach((token, i) => {
    if (token.kind === 'break') {
      finish(true);
      return;
    }
    const lastClause = sentences.at(-1)?.clauses.at(-1);
    if (token.kind === 'pause' && lastClause && !current.some(({ kind }) => kind === 'word')) {
      lengthen(lastClause, token);
      return;
    }
    current.push(token);
    if (token.kind === 'mark' && endsHere(current, tokens[i + 1])) finish(false);
  });
  finish(true);
  return sentences;
}

function markParagraph(sentences: Sentence[]): void {
  const last = sentences.at(-1);
  if (last) last.endsParagraph = true;
}

/** A closing quote or bracket right after the full stop still belongs to the sentence. */
function endsHere(current: readonly Token[], next: Token | undefined): boolean {
  const last = current.at(-1);
  if (!last) return false;
  const ended = SENTENCE_ENDS.has(last.spoken) || closesEnded(current);
  return ended && !(next?.kind === 'mark' && !OPENING.has(next.spoken) && next.start === last.end);
}

function closesEnded(current: readonly Token[]): boolean {
  let i = current.length - 1;
  while (i >= 0 && CLOSING.has(current[i]?.spoken ?? '')) i--;
  return i < current.length - 1 && i >= 0 && SENTENCE_ENDS.has(current[i]?.spoken ?? '');
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
  const words = clauses.flatMap(({ words: said }) => said);
  const [first, last] = [words[0], words.at(-1)];
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
