import { TextRequired, TextTooLong } from './errors.ts';

export const MAX_CHARACTERS = 5_000;

/** What a text costs: code points after NFC, so that é costs one however it was typed. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text.normalize('NFC')) count += 1;
  return count;
}

export function chargeableCharacters(text: string): number {
  if (text.trim() === '') throw new TextRequired();
  const characters = countCharacters(text);
  if (characters > MAX_CHARACTERS) throw new TextTooLong(characters, MAX_CHARACTERS);
  return characters;
}
