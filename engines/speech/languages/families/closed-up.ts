const NO_SPACE = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々\\p{N}%]';
const SPACES = new RegExp(`(?<=${NO_SPACE}) +(?=${NO_SPACE})`, 'gu');

/** Removes the spaces between tokens where Chinese and Japanese have none, so that numbers keep their counters. */
export function closedUp(clause: string): string {
  return clause.replaceAll(SPACES, '');
}
