/** The symbols Kokoro was trained on, with their ids. Gaps are unused ids. */
const SYMBOLS: readonly (readonly [first: number, symbols: string])[] = [
  [1, ';:,.!?'],
  [9, '—…"()“” '],
  [17, '\u0303ʣʥʦʨᵝ\uab67AI'],
  [31, 'O'],
  [33, 'Q'],
  [35, 'ST'],
  [39, 'W'],
  [41, 'Yᵊabcdef'],
  [50, 'hijklmnopqrstuvwxyzɑɐɒæ'],
  [75, 'βɔɕç'],
  [80, 'ɖðʤə'],
  [85, 'ɚɛɜ'],
  [90, 'ɟ'],
  [92, 'ɡ'],
  [99, 'ɥ'],
  [101, 'ɨɪʝ'],
  [110, 'ɯɰŋɳɲɴø'],
  [118, 'ɸθœ'],
  [123, 'ɹ'],
  [125, 'ɾɻ'],
  [128, 'ʁɽʂʃʈʧ'],
  [135, 'ʊʋ'],
  [138, 'ʌɣɤ'],
  [142, 'χʎ'],
  [147, 'ʒʔ'],
  [156, 'ˈˌː'],
  [162, 'ʰ'],
  [164, 'ʲ'],
  [169, '↓'],
  [171, '→↗↘'],
  [177, 'ᵻ'],
];

const IDS = new Map(
  SYMBOLS.flatMap(([first, symbols]) => [...symbols].map((symbol, i) => [symbol, first + i] as const)),
);

/** Limit of the model's position table, without the pad token on either side. */
export const MAX_SYMBOLS = 510;
const PAD = 0;

export const vocabularySize = IDS.size;

export function isInVocabulary(symbol: string): boolean {
  return IDS.has(symbol);
}

/** Drops unknown symbols: each would be a gap in the melody. */
export function knownPhonemes(phonemes: string): string {
  return [...phonemes].filter((symbol) => IDS.has(symbol)).join('');
}

export function tokenIds(phonemes: string): number[] {
  const ids = [...phonemes].flatMap((symbol) => IDS.get(symbol) ?? []);
  if (ids.length > MAX_SYMBOLS) throw new RangeError(`${ids.length} symbols do not fit into ${MAX_SYMBOLS}`);
  return [PAD, ...ids, PAD];
}
