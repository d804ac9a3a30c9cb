/** Seconds, and UTF-16 offsets in the text. */
export type CaptionWord = { start: number; end: number; startChar: number; endChar: number };

/** A word with its adjacent punctuation, as displayed. */
export type Unit = { shown: string; spaceBefore: boolean; start: number; end: number };

const MARKS = /\[pause:[^\]]*\]|\[lang:[^\]]*\]|\[\/lang\]|\]\(\/[^)]*\/\)|\[(?=$)/gu;
const TAGS = /<[^>]*>/gu;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function unitsOf(text: string, words: readonly CaptionWord[]): Unit[] {
  const markedUp = text.trimStart().startsWith('<speak');
  const shown = (part: string): string => (markedUp ? decoded(part) : part).replaceAll(/\s+/gu, ' ');
  const units: Unit[] = [];
  words.forEach(({ start, end, startChar, endChar }, i) => {
    const from = i === 0 ? 0 : (words[i - 1]?.endChar ?? 0);
    const gap = withoutMarkup(text.slice(from, startChar));
    const [after, before] = i === 0 ? ['', gap.trimStart()] : leanings(gap);
    const last = units.at(-1);
    if (last) last.shown += shown(after);
    const spaceBefore = i > 0 && /\s/u.test(gap);
    units.push({ shown: shown(before) + shown(text.slice(startChar, endChar)), spaceBefore, start, end });
  });
  const last = units.at(-1);
  if (last) last.shown += shown(withoutMarkup(text.slice(words.at(-1)?.endChar)).trimEnd());
  return units;
}

/** Inline marks and SSML tags are not displayed. */
function withoutMarkup(gap: string): string {
  // Each "<" after the last ">" would be followed to the end of the text in vain.
  const end = gap.lastIndexOf('>') + 1;
  return (gap.slice(0, end).replaceAll(TAGS, '') + gap.slice(end)).replaceAll(MARKS, '');
}

/** Splits the text between two words: up to the space it belongs to the first, after it to the second. */
function leanings(gap: string): [after: string, before: string] {
  const space = gap.search(/\s/u);
  if (space < 0) return /^[“‘「『《(（[¿¡]/u.test(gap) ? ['', gap] : [gap, ''];
  // Its own space at the end stays: it may be a word that has no time, such as a sign that nobody pronounces.
  const before = gap.slice(space).trimStart();
  // A dash between spaces stays with the word before it.
  const dash = /^[—–-]+(?=\s*$)/u.exec(before)?.[0];
  return dash ? [`${gap.slice(0, space)} ${dash}`, ''] : [gap.slice(0, space), before];
}

function decoded(part: string): string {
  return part.replaceAll(/&(amp|lt|gt|quot|apos);/gu, (whole, name: string) => ENTITIES[name] ?? whole);
}
