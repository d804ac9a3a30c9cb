import { editDistance } from '../../engines/transcription/testing/edit-distance.ts';

/** Insertions, deletions and substitutions, and the number of spoken words to divide them by. */
export function wordErrors(reference: string, transcript: string): { errors: number; words: number } {
  const a = wordsOf(reference);
  const b = wordsOf(transcript);
  return { errors: editDistance(a, b), words: a.length };
}

/** The errors themselves: what was said, and what was heard instead. */
export function misheard(reference: string, transcript: string): string[] {
  const said = wordsOf(reference);
  const heard = wordsOf(transcript);
  const found: string[] = [];
  let i = 0;
  let j = 0;
  while (i < said.length || j < heard.length) {
    const left = (a: number, b: number): number => editDistance(said.slice(a), heard.slice(b));
    const errors = left(i, j);
    const word = said[i];
    const other = heard[j];
    if (word === other) {
      [i, j] = [i + 1, j + 1];
      continue;
    }
    const isOther = word !== undefined && other !== undefined && left(i + 1, j + 1) < errors;
    const isMissing = !isOther && word !== undefined && left(i + 1, j) < errors;
    found.push(`${isOther || isMissing ? word : '–'} → ${isMissing ? '–' : other}`);
    if (isOther || isMissing) i += 1;
    if (!isMissing) j += 1;
  }
  return found;
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\s]/gu, ' ')
    .split(/\s+/u)
    .filter((word) => word !== '');
}
