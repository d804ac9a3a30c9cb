import { countCharacters } from '../../money/pricing/index.ts';
import { TextRequired, TextTooLong } from './errors.ts';

const MAX_CHARACTERS = 5_000;

export function chargeableCharacters(text: string): number {
  if (text.trim() === '') throw new TextRequired();
  const characters = countCharacters(text);
  if (characters > MAX_CHARACTERS) throw new TextTooLong(characters, MAX_CHARACTERS);
  return characters;
}
