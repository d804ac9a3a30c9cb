export type Composed = { text: string; offsetOf(composedIndex: number): number };

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The text in NFC, with a way back from its offsets to those of what the caller sent. */
export function composed(original: string): Composed {
  if (original.isWellFormed() && original === original.normalize('NFC'))
    return { text: original, offsetOf: (index) => index };
  const origins: number[] = [];
  let text = '';
  for (const { segment, index } of clusters.segment(original)) {
    const part = segment.toWellFormed().normalize('NFC');
    for (let i = 0; i < part.length; i++) origins.push(index + Math.min(i, segment.length - 1));
    text += part;
  }
  return { text, offsetOf: (index) => origins[index] ?? original.length };
}
