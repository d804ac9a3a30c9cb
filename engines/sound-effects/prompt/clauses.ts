import { kindSpans } from './find-kinds.ts';
import { wordsOf } from './words.ts';

const NEXT = /^(?:and then|then|followed by|before)$/iu;
const TOGETHER = /^(?:and|over|with|while|plus|under|behind|during|amid)$/iu;
const SEPARATORS =
  /([,;.!?\n](?!\d)|\b(?:and then|then|followed by|before|and|over|with|while|plus|under|behind|during|amid)\b)/iu;

export type Clause = { text: string; isNext: boolean };

/** Commas and connectives part what sounds together from what comes next. */
export function clausesOf(prompt: string): Clause[] {
  const clauses: Clause[] = [];
  let joint = '';
  for (const piece of prompt.split(SEPARATORS)) {
    if (NEXT.test(piece) || TOGETHER.test(piece)) joint = piece;
    else if (/[\p{L}\p{N}]/u.test(piece)) {
      const last = clauses.at(-1);
      // "walking over gravel" is one sound: there is no kind on one side.
      const isOne = last && TOGETHER.test(joint) && (!hasKind(last.text) || !hasKind(piece));
      if (isOne) last.text += ` ${joint} ${piece}`;
      else clauses.push({ text: piece, isNext: NEXT.test(joint) });
      joint = '';
    } else if (piece.trim() !== '') joint = '';
  }
  const last = clauses.at(-1);
  if (last && joint !== '') last.text += ` ${joint}`;
  return clauses;
}

function hasKind(text: string): boolean {
  return kindSpans(wordsOf(text)).length > 0;
}
