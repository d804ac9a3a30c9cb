import { fileURLToPath } from 'node:url';

/** The label in a language: white letters on black. Both accents of English share theirs. */
export function labelFile(language: string): string {
  const name = language.startsWith('en') ? 'en' : language;
  return fileURLToPath(new URL(`../../../assets/labels/${name}.png`, import.meta.url));
}
