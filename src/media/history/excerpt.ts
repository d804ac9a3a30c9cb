const LONGEST = 200;

/** The beginning of a text on one line, cut between grapheme clusters. */
export function excerptOf(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  if (line.length <= LONGEST) return line;
  let excerpt = '';
  for (const { segment } of new Intl.Segmenter().segment(line.slice(0, LONGEST + 50))) {
    if (excerpt.length + segment.length > LONGEST - 1) break;
    excerpt += segment;
  }
  return `${excerpt}…`;
}
