import type { Viseme } from './types.ts';

/** One of the consecutive mouth shapes of a symbol. The shares of its time sum to 1. */
export type Shape = { viseme: Viseme; share: number };

/** Symbols with a single shape. */
const STEADY: readonly (readonly [viseme: Viseme, symbols: string])[] = [
  ['PP', 'pbm'],
  ['FF', 'fvʋɸβ'],
  ['TH', 'θð'],
  ['DD', 'tdTʈɖɾɽ'],
  ['kk', 'kɡgqxɣχŋɴɰcɟʁ'],
  ['CH', 'ʃʒɕʂ'],
  ['SS', 'szS'],
  ['nn', 'nlrɲɳʎ'],
  ['RR', 'ɹɻɚ'],
  ['aa', 'aɑɐʌæ'],
  ['E', 'eɛəᵊɜɤ'],
  ['ih', 'iɪɨᵻɯjçʝ'],
  ['oh', 'oɔɒœ'],
  ['ou', 'uʊwɥyø'],
];

/** Symbols with two shapes: Kokoro writes affricates and diphthongs as one symbol. */
const GLIDING: Record<string, readonly Shape[]> = {
  ʧ: glide('DD', 0.35, 'CH'),
  ʤ: glide('DD', 0.35, 'CH'),
  ʨ: glide('DD', 0.35, 'CH'),
  ʥ: glide('DD', 0.35, 'CH'),
  '\uab67': glide('DD', 0.35, 'CH'),
  ʦ: glide('DD', 0.35, 'SS'),
  ʣ: glide('DD', 0.35, 'SS'),
  A: glide('E', 0.6, 'ih'),
  I: glide('aa', 0.6, 'ih'),
  O: glide('oh', 0.55, 'ou'),
  Q: glide('E', 0.4, 'ou'),
  W: glide('aa', 0.55, 'ou'),
  Y: glide('oh', 0.55, 'ih'),
};

const SHAPES = new Map<string, readonly Shape[]>([
  ...STEADY.flatMap(([viseme, symbols]) =>
    [...symbols].map((symbol) => [symbol, [{ viseme, share: 1 }]] as const),
  ),
  ...Object.entries(GLIDING),
]);

/** Produced in the throat, with the mouth already in the shape of the next sound. */
const SHAPELESS = new Set(['h', 'ʔ']);
const SCHWAS = new Set(['ə', 'ᵊ', 'ɚ', 'ᵻ']);
const VOWELS: ReadonlySet<Viseme> = new Set(['aa', 'E', 'ih', 'oh', 'ou']);

/** Null for a mark (length, tone, palatalisation …), which prolongs the preceding sound. */
export function shapesOf(symbol: string): readonly Shape[] | null {
  return SHAPES.get(symbol) ?? null;
}

export const isShapeless = (symbol: string): boolean => SHAPELESS.has(symbol);
export const isSchwa = (symbol: string): boolean => SCHWAS.has(symbol);
export const isVowel = (viseme: Viseme): boolean => VOWELS.has(viseme);

function glide(first: Viseme, share: number, second: Viseme): readonly Shape[] {
  return [
    { viseme: first, share },
    { viseme: second, share: 1 - share },
  ];
}
