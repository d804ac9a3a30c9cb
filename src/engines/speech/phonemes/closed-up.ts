const NO_SPACE = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー々\\p{N}%]';
const SPACES = new RegExp(`(?<=${NO_SPACE}) +(?=${NO_SPACE})`, 'gu');

/** Takes out the spaces between tokens where Chinese and Japanese write none, so that figures keep their counters. */
export function closedUp(clause: string): string {
  return clause.replaceAll(SPACES, '');
}
