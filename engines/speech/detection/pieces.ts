import type { Source } from '../text/source.ts';

/** Roughly a sentence, in the offsets of the source. */
export type Piece = {
  start: number;
  end: number;
  /** Its beginning without markup, and without words that are marked with their language. */
  sample: string;
};

const CLOSING = '["\'”’»」』）)\\]]*';
/** Rules for abbreviations differ between languages, so only what all of them end a sentence with. */
const SENTENCE_END = new RegExp(
  [
    `(?<![.!?…])[.!?…]+${CLOSING}(?=\\s+[^\\s\\p{Ll}])`,
    `[。！？｡．।॥؟]+${CLOSING}`,
    '\\n\\s*\\n',
    '\\n(?=[^\\S\\n]*(?:#{1,6}|[-*+•‣▪]|\\d{1,3}[.)])\\s)',
  ].join('|'),
  'gu',
);
/** "Dr." or "Hr." begins the sentence after it more often than it is one. */
const ABBREVIATION = /^\P{L}{0,3}\p{L}{1,4}\.$/u;
const MARKUP = /\[pause:[^\]\n]{0,40}\]|\]\(\/[^()/\n]{0,200}\/\)|<\/?[a-z][^<>\n]{0,200}>|https?:\S+/giu;
/** The detector reads no more. */
const SAMPLE_CHARACTERS = 400;

export function piecesOf(source: Source): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const end of [...endsOf(source), source.text.length]) {
    const isAbbreviation = end - start < 12 && ABBREVIATION.test(source.text.slice(start, end).trim());
    if (end <= start || (isAbbreviation && end < source.text.length)) continue;
    pieces.push({ start, end, sample: sampleOf(source, start, end) });
    start = end;
  }
  return pieces;
}

/** Ends are in order. None lies inside an overlay. */
function endsOf({ text, overlays }: Source): number[] {
  const found = [...text.matchAll(SENTENCE_END)].map(({ 0: mark, index }) => index + mark.length);
  const marked = overlays.filter(({ endsSentence }) => endsSentence).map(({ end }) => end);
  const ends = [...found, ...marked].sort((a, b) => a - b);
  let next = 0;
  return ends.filter((end) => {
    while ((overlays[next]?.end ?? end) < end) next += 1;
    return (overlays[next]?.start ?? end) >= end;
  });
}

function sampleOf({ text, languageAt }: Source, start: number, end: number): string {
  let sample = '';
  for (let i = start; i < end && sample.length < 2 * SAMPLE_CHARACTERS; i++)
    sample += languageAt(i) === undefined ? text[i] : ' ';
  return sample.replaceAll(MARKUP, ' ').trim().slice(0, SAMPLE_CHARACTERS);
}
