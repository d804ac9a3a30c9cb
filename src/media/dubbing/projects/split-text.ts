/** Splits a text at the word nearest to a share of its length. Null if that would leave a side without a word. */
export function splitText(text: string, share: number): [string, string] | null {
  const at = text.length * Math.min(1, Math.max(0, share));
  const words = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)];
  const starts = words.flatMap(({ index, isWordLike }) => (isWordLike ? [index] : [])).slice(1);
  const nearest = starts.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))[0];
  if (nearest === undefined) return null;
  // A mark that opens the second part belongs to it, such as a quotation mark or an inverted question mark.
  const opening = /[\p{Ps}\p{Pi}¿¡"']+$/u.exec(text.slice(0, nearest))?.[0].length ?? 0;
  return [text.slice(0, nearest - opening).trim(), text.slice(nearest - opening).trim()];
}
