import { InvalidName } from './errors.ts';

export const LONGEST_NAME = 200;
/** Names are cut before they are normalized; NFC joins at most four code units into one. */
const MOST_CODE_UNITS = 4 * LONGEST_NAME;
const UNNAMED = 'Untitled';

/** The given name, or one taken from the file name or URL. */
export function nameFor(given: string | undefined, origin: string): string {
  if (given !== undefined) return checkedName(given);
  const name = cleanName((origin.split(/[/\\]/u).at(-1) ?? '').slice(0, MOST_CODE_UNITS));
  return [...name].slice(0, LONGEST_NAME).join('') || UNNAMED;
}

export function checkedName(given: string): string {
  if (given.length > MOST_CODE_UNITS) throw new InvalidName();
  const name = cleanName(given);
  if (!isVisible(name) || [...name].length > LONGEST_NAME) throw new InvalidName();
  return name;
}

/** Spaces, joiners and other marks alone show nothing. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}

/** Removes control characters and bidirectional marks. */
export function cleanName(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
