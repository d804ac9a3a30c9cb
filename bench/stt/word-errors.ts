import { editDistance } from '../../src/engines/transcription/testing/edit-distance.ts';

/** Insertions, deletions and substitutions, and the number of spoken words to divide them by. */
export function wordErrors(reference: string, transcript: string): { errors: number; words: number } {
  const [a, b] = [wordsOf(reference), wordsOf(transcript)];
  return { errors: editDistance(a, b), words: a.length };
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\s]/gu, ' ')
    .split(/\s+/u)
    .filter((word) => word !== '');
}
