/**
 * Finds the symbols of each word in a clause. Speech merges words ("of the") and splits others
 * ("forty-two"), so spaces are not enough; the sounds of each word alone are aligned with the clause instead, by
 * edit distance.
 */
export function wordStarts(clause: string, alone: readonly string[]): number[] {
  const symbols = [...clause];
  const joined: string[] = [];
  const boundaries = alone.map((word) => {
    if (joined.length > 0) joined.push(SPACE);
    joined.push(...word);
    return joined.length - [...word].length;
  });
  const path = cheapestPath(joined, symbols);
  return boundaries.map((boundary) => {
    const [from, to] = path[boundary] ?? [0, 0];
    for (let at = from; at <= to; at++) if (at === 0 || symbols[at - 1] === SPACE) return at;
    return from;
  });
}

const SPACE = ' ';
const LIGHT = new Set(['ˈ', 'ˌ', 'ː', ',', '↓', '→', '↗', '↘']);
const VOWELS = new Set('aeiouyAIOQWYɑɐɒæɔəɚɛɜɨɪɯøœʊʌɤᵊᵻ');

const DELETION = 1;
const SPACE_DELETION = 0.4;
const LIGHT_DELETION = 0.2;
const SUBSTITUTION = 0.9;
const VOWEL_SUBSTITUTION = 0.5;
const NEVER = 9;

function deletionCost(symbol: string): number {
  if (symbol === SPACE) return SPACE_DELETION;
  return LIGHT.has(symbol) ? LIGHT_DELETION : DELETION;
}

function substitutionCost(one: string, other: string): number {
  if (one === other) return 0;
  if (one === SPACE || other === SPACE || LIGHT.has(one) || LIGHT.has(other)) return NEVER;
  if (VOWELS.has(one) !== VOWELS.has(other)) return DELETION * 2;
  return VOWELS.has(one) ? VOWEL_SUBSTITUTION : SUBSTITUTION;
}

/** Returns for each position in `from` the first and last aligned position in `to`. */
function cheapestPath(from: readonly string[], to: readonly string[]): [first: number, last: number][] {
  const width = to.length + 1;
  const costs = new Float32Array((from.length + 1) * width);
  const cost = (i: number, j: number): number => costs[i * width + j] ?? 0;
  const viaBoth = (i: number, j: number): number =>
    i > 0 && j > 0 ? cost(i - 1, j - 1) + substitutionCost(from[i - 1] ?? '', to[j - 1] ?? '') : NEVER ** 9;
  const viaFrom = (i: number, j: number): number =>
    i > 0 ? cost(i - 1, j) + deletionCost(from[i - 1] ?? '') : NEVER ** 9;
  const viaTo = (i: number, j: number): number =>
    j > 0 ? cost(i, j - 1) + deletionCost(to[j - 1] ?? '') : NEVER ** 9;
  for (let i = 0; i <= from.length; i++)
    for (let j = i === 0 ? 1 : 0; j <= to.length; j++)
      costs[i * width + j] = Math.min(viaBoth(i, j), viaFrom(i, j), viaTo(i, j));

  const path = from.map((): [number, number] => [0, 0]);
  path.push([to.length, to.length]);
  let i = from.length;
  let j = to.length;
  while (i > 0 || j > 0) {
    const both = viaBoth(i, j);
    const alone = viaFrom(i, j);
    const least = Math.min(both, alone, viaTo(i, j));
    if (both === least || alone === least) i--;
    if (alone !== least || both === least) j--;
    const here = path[i];
    if (!here) continue;
    path[i] = here[1] === 0 && here[0] === 0 ? [j, j] : [Math.min(here[0], j), Math.max(here[1], j)];
  }
  return path;
}
