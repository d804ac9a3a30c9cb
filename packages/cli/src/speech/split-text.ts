import { UsageError } from '../errors.ts';

/** The service speaks at most this much in one request. */
export const MAX_CHARACTERS = 5_000;

/** The service counts the same way: code points after NFC. */
function lengthOf(text: string): number {
  return [...text.normalize('NFC')].length;
}

/** Parts that one request can speak, cut between sentences; within one only if it is too long by itself. */
export function splitText(text: string, max = MAX_CHARACTERS): string[] {
  if (lengthOf(text) <= max) return [text];
  if (/^\s*<speak[\s>]/.test(text))
    throw new UsageError(`SSML cannot be cut into parts: at most ${max} characters.`);
  const parts: string[] = [];
  let part = '';
  let length = 0;
  for (const piece of piecesOf(text, max)) {
    const more = lengthOf(piece);
    if (length + more > max) {
      parts.push(part);
      part = '';
      length = 0;
    }
    part += piece;
    length += more;
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== '');
}

/** Sentences; where one is too long its words, and where a word is, its characters. */
function piecesOf(text: string, max: number): string[] {
  const fits = (piece: string) => lengthOf(piece) <= max;
  return segments(text, 'sentence').flatMap((sentence) => {
    if (fits(sentence)) return [sentence];
    return segments(sentence, 'word').flatMap((word) => (fits(word) ? [word] : segments(word, 'grapheme')));
  });
}

function segments(text: string, granularity: 'sentence' | 'word' | 'grapheme'): string[] {
  return Array.from(new Intl.Segmenter(undefined, { granularity }).segment(text), ({ segment }) => segment);
}
