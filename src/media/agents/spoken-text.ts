const MAX_SPOKEN = 2_000;
const MARKUP = /[\p{Cc}<>[\]{}`*_#|~\\]/gu;
const EMOJIS = /\p{Extended_Pictographic}\u{fe0f}?/gu;
const SENTENCE_END = /[.!?。！？](?=\s|$)/gu;

/**
 * Returns the part of a reply to speak, without markup and without sentences beyond the limit. It is empty if no
 * word is left.
 */
export function spokenText(reply: string): string {
  const plain = reply.replace(MARKUP, ' ').replace(EMOJIS, ' ').replace(/\s+/gu, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(plain)) return '';
  if (plain.length <= MAX_SPOKEN) return plain;
  const cut = plain.slice(0, MAX_SPOKEN);
  const ends = Array.from(cut.matchAll(SENTENCE_END), ({ index }) => index + 1);
  return cut.slice(0, ends.at(-1) ?? cut.lastIndexOf(' ')).trim();
}
