/** Phrases with a meaning of their own, rewritten in words of the lexicon. */
const PHRASES: [RegExp, string][] = [
  [/\bhigh[- ]energy\b/giu, 'energetic'],
  [/\blow[- ]energy\b/giu, 'calm'],
  [/\b(?:high|low|full)[- ](?:quality|fidelity|definition|volume|resolution)\b/giu, ''],
  [/\bgender[- ]neutral\b/giu, 'androgynous'],
  [/\bmiddle[- ]aged\b/giu, 'adult'],
  [/\bold[- ]fashioned\b/giu, ''],
];

/** `In his 20s`, `70-year-old`. */
const YEARS = /\b(\d{1,3})(?:[- ]?years?[- ]old|s)\b/giu;
const YOUNG_BELOW = 30;
const MATURE_FROM = 50;

/** Words, and the marks at which a clause ends: a modifier has no effect beyond. */
const TOKENS = /\p{L}[\p{L}’']*|[.,;:!?()\n]+/gu;

/** A word of the lexicon and how the prompt says it. Null where a clause ends. */
export type Token = { word: string; written: string } | null;

/** Part of a prompt. Its meaning is set once a phrase is recognised. */
type Piece = { written: string; meaning?: string };

export function tokensOf(prompt: string): Token[] {
  const rewritten = PHRASES.reduce(
    (pieces, [phrase, meaning]) => pieces.flatMap((piece) => split(piece, phrase, () => meaning)),
    [{ written: prompt }] as Piece[],
  );
  const pieces = rewritten.flatMap((piece) => split(piece, YEARS, ([, years]) => ageWord(Number(years))));
  return pieces.flatMap(({ written, meaning }) =>
    meaning === undefined ? plainTokens(written) : [{ word: meaning, written }],
  );
}

function plainTokens(text: string): Token[] {
  return [...text.matchAll(TOKENS)].map(([written]) => {
    const word = written.toLowerCase();
    return word === 'but' || !/\p{L}/u.test(word) ? null : { word, written };
  });
}

function split(piece: Piece, phrase: RegExp, meaningOf: (match: RegExpExecArray) => string): Piece[] {
  if (piece.meaning !== undefined) return [piece];
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of piece.written.matchAll(phrase)) {
    pieces.push({ written: piece.written.slice(from, match.index) });
    pieces.push({ written: match[0], meaning: meaningOf(match) });
    from = match.index + match[0].length;
  }
  return [...pieces, { written: piece.written.slice(from) }];
}

function ageWord(years: number): string {
  if (years < YOUNG_BELOW) return 'young';
  return years < MATURE_FROM ? 'adult' : 'old';
}
