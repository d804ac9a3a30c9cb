import { TextRequired, TextTooLong } from './errors.ts';

export const MAX_CHARACTERS = 5_000;

/** NFC joins at most four code units into one, so a longer text is over the limit however it is normalized. */
const MAX_CODE_UNITS = 4 * MAX_CHARACTERS;

/** What a text costs: code points after NFC, so that é costs one however it was typed. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text.length > MAX_CODE_UNITS ? text : text.normalize('NFC')) count += 1;
  return count;
}

export function chargeableCharacters(text: string): number {
  if (text.trim() === '') throw new TextRequired();
  const characters = countCharacters(text);
  if (characters > MAX_CHARACTERS) throw new TextTooLong(characters, MAX_CHARACTERS);
  return characters;
}
