import { editDistance } from './edit-distance.ts';

/** Insertions, deletions and substitutions, and the number of spoken words to divide them by. */
export function wordErrors(reference: string, transcript: string): { errors: number; words: number } {
  const said = wordsOf(reference);
  return { errors: editDistance(said, wordsOf(transcript)), words: said.length };
}

/** In lower case, without punctuation. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\s]/gu, ' ')
    .split(/\s+/u)
    .filter((word) => word !== '');
}
