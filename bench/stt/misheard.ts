import { editDistance } from '../../engines/transcription/edit-distance.ts';
import { wordsOf } from '../../engines/transcription/word-errors.ts';

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
