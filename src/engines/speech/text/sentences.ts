import { CLOSING, OPENING, SENTENCE_ENDS } from './marks.ts';
import type { Token } from './token.ts';

/** A run of words and the marks around it: ` “well, ` is opening `“`, words `well`, closing `,`. */
export type Clause = { opening: string; words: Token[]; closing: string };

export type Sentence = {
  clauses: Clause[];
  /** What follows decides how long the voice rests. */
  endsParagraph: boolean;
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
  let clause: Clause = { opening: '', words: [], closing: '' };
  for (const token of tokens) {
    if (token.kind === 'word') {
      if (clause.closing !== '') {
        clauses.push(clause);
        clause = { opening: '', words: [], closing: '' };
      }
      clause.words.push(token);
    } else if (OPENING.has(token.spoken) || (clause.words.length === 0 && clauses.length === 0)) {
      if (clause.words.length > 0) {
        clauses.push(clause);
        clause = { opening: '', words: [], closing: '' };
      }
      if (OPENING.has(token.spoken)) clause.opening += token.spoken;
    } else clause.closing += token.spoken;
  }
  if (clause.words.length > 0) clauses.push(clause);
  const words = clauses.flatMap(({ words: said }) => said);
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return null;
  return { clauses, endsParagraph, start: first.start, end: Math.max(last.end, tokens.at(-1)?.end ?? 0) };
}
