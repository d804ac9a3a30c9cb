import type { LanguageCode } from '../../engines/speech/languages.ts';
import { readingsFor } from '../../engines/speech/text/readings.ts';
import { tokenize } from '../../engines/speech/text/tokenize.ts';
import { editDistance } from '../../engines/transcription/edit-distance.ts';

export type Errors = { characters: number; ofCharacters: number; words: number; ofWords: number };

/** Figures count as the words they are read as, since a recogniser writes either. Spaces count as words only. */
export function errorsIn(text: string, heard: string, language: LanguageCode): Errors {
  const said = plain(text, language);
  const got = plain(heard, language);
  const letters = [...said.join('')];
  const gotLetters = [...got.join('')];
  return {
    characters: editDistance(letters, gotLetters),
    ofCharacters: letters.length,
    words: editDistance(said, got),
    ofWords: said.length,
  };
}

export function sum(all: readonly Errors[]): Errors {
  const total = { characters: 0, ofCharacters: 0, words: 0, ofWords: 0 };
  for (const one of all) for (const key of Object.keys(total) as (keyof Errors)[]) total[key] += one[key];
  return total;
}

/** Russian may write е for ё. */
function plain(text: string, language: LanguageCode): string[] {
  const read = tokenize(text.normalize('NFC'), readingsFor(language)).map(({ spoken }) => spoken);
  return read
    .join(' ')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '');
}

export const percent = (part: number, whole: number): string => ((100 * part) / whole).toFixed(1);
