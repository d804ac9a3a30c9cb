const blank = (match: string): string => ' '.repeat(match.length);
const PLAIN_CODE = /^[\p{L}\p{N} ._-]+$/u;

/** Each is taken out of what the ones before it left. */
const READINGS: readonly [RegExp, (match: string, ...groups: string[]) => string][] = [
  [/```[\s\S]*?(?:```|$)/gu, blank],
  [/`([^`\n]*)`/gu, (match, code = '') => (PLAIN_CODE.test(code) ? ` ${code} ` : blank(match))],
  [/!\[[^\]\n]*\]\([^)\n]*\)/gu, blank],
  [/\[([^\]\n]*)\]\([^)\n]*\)/gu, (match, text = '') => ` ${text}${blank(match.slice(text.length + 1))}`],
  [/\[\d{1,3}\]|【[^】\n]*】/gu, blank],
  [/\b(?:https?:\/\/|www\.)[^\s<>()]*[^\s<>().,;:!?'"]/giu, blank],
  [/<\/?[a-z][^<>\n]{0,200}>/giu, blank],
  [/^[^\S\n]*(?:#{1,6}|>+|[-*+•‣▪])[^\S\n]+/gmu, blank],
  [/^[^\S\n]*(?:[-*_=]{3,}|[|:\- ]+)[^\S\n]*$/gmu, blank],
  // An emoji may have a skin tone, a second half, or a mark that makes it a picture.
  [
    /(?:\p{Extended_Pictographic}|\p{Regional_Indicator})(?:\u{FE0F}|\u{200D}|\u{20E3}|\p{Emoji_Modifier})*/gu,
    blank,
  ],
  [/[*~|]+|__+|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, blank],
];

/**
 * Blanks out the parts of a model's text that cannot be spoken: formatting, addresses, pictures and code. The length
 * stays the same, so that the times of words refer to the text as it was written.
 */
export function speakable(text: string): string {
  return READINGS.reduce((left, [pattern, read]) => left.replace(pattern, read), text);
}

/** Where something begins that is only understood once it is closed. The end of the text if there is nothing. */
export function openFrom(text: string): number {
  const fences = [...text.matchAll(/```/gu)];
  const fence = fences.length % 2 === 1 ? fences.at(-1)?.index : undefined;
  const rest = fence === undefined ? text : text.slice(0, fence);
  // A bracket or a backtick that stays open on its line is only a character.
  const inline = /(?:!?\[[^\]\n]{0,300}(?:\]\([^)\n]{0,1000})?|`[^`\n]{0,100}|`{1,2})$/u.exec(
    withoutPairs(rest),
  );
  return Math.min(fence ?? text.length, inline?.index ?? text.length);
}

function withoutPairs(text: string): string {
  return text.replaceAll(/```[\s\S]*?```|`[^`\n]+`|\[[^\]\n]*\]\([^)\n]*\)/gu, blank);
}
