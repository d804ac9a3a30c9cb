import { MAX_SYMBOLS } from './kokoro/vocabulary.ts';
import type { Clause, Sentence } from './text/sentences.ts';

export type Rest = 'none' | 'clause' | 'sentence' | 'paragraph';

/** What one call of the model says: a sentence, or a part of one that is too long. */
export type Segment = { phonemes: string; restAfter: Rest };

/** Well under the model's limit: other callers wait for a segment to end, and long utterances end rushed. */
const LONGEST_SEGMENT = Math.min(300, MAX_SYMBOLS);

/** `phonemes` has one entry for each clause of the sentence. */
export function planSegments(sentence: Sentence, phonemes: readonly string[], isLast: boolean): Segment[] {
  const pieces = sentence.clauses.flatMap((clause, i) => clausePieces(clause, phonemes[i] ?? ''));
  const parts = packPieces(pieces);
  const finalRest = isLast ? 'none' : sentence.endsParagraph ? 'paragraph' : 'sentence';
  return parts.map((part, i) => ({ phonemes: part, restAfter: i < parts.length - 1 ? 'clause' : finalRest }));
}

function clausePieces(clause: Clause, phonemes: string): string[] {
  if (phonemes === '') return [];
  const whole = clause.opening + phonemes + clause.closing;
  return length(whole) <= LONGEST_SEGMENT ? [whole] : splitAtWords(whole);
}

/** As few segments as fit, cut where the writer put a mark. */
function packPieces(pieces: readonly string[]): string[] {
  const parts: string[] = [];
  for (const piece of pieces) {
    const last = parts.at(-1);
    const joined = last === undefined ? piece : `${last} ${piece}`;
    if (last !== undefined && length(joined) <= LONGEST_SEGMENT) parts[parts.length - 1] = joined;
    else parts.push(piece);
  }
  return parts;
}

function splitAtWords(phonemes: string): string[] {
  return packPieces(phonemes.split(' ').flatMap(splitWord));
}

/** A "word" longer than a segment is not a word of any language; it is cut anywhere. */
function splitWord(word: string): string[] {
  const symbols = [...word];
  const parts: string[] = [];
  for (let i = 0; i < symbols.length; i += LONGEST_SEGMENT)
    parts.push(symbols.slice(i, i + LONGEST_SEGMENT).join(''));
  return parts;
}

function length(phonemes: string): number {
  return [...phonemes].length;
}
