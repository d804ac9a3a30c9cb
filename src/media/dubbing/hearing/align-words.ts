/**
 * More cells are not compared: time and memory stay bounded, whatever the texts. Up to about 1,400 words each, the whole
 * table fits; of longer texts only places that are about equally far in both.
 */
const MOST_CELLS = 4_000_000;
const LEAST_REACH = 20;
const GAP_COST = 2;
/** Less than leaving out both words, more than one: a differing word keeps its place, a missing one does not shift the rest. */
const DIFFERENT_COST = 3;
const NEVER = 1 << 29;
const BOTH = 0;
const SKIP_WRITTEN = 1;
const SKIP_HEARD = 2;

/**
 * Returns for each written word the index of the heard word at its place, or −1. The indexes rise, and the edits are
 * the fewest possible.
 */
export function alignWords(written: readonly string[], heard: readonly string[]): Int32Array {
  const places = new Int32Array(written.length).fill(-1);
  if (written.length === 0 || heard.length === 0) return places;
  const number = createNumbers();
  const band = createBand(written.length, heard.length);
  const moves = movesWithin(band, Int32Array.from(written, number), Int32Array.from(heard, number));
  let row = written.length;
  let place = heard.length;
  while (row > 0 && place > 0) {
    const move = moves[row * band.width + place - band.first(row)];
    if (move === BOTH) places[row - 1] = place - 1;
    if (move !== SKIP_HEARD) row -= 1;
    if (move !== SKIP_WRITTEN) place -= 1;
  }
  return places;
}

/** `first` is the first heard place of a row: rows follow the line from the beginnings to the ends of both texts. */
type Band = { width: number; first(row: number): number };

function createBand(written: number, heard: number): Band {
  const reach = Math.min(heard, Math.max(LEAST_REACH, Math.floor(MOST_CELLS / (written + 1) / 2)));
  return { width: 2 * reach + 1, first: (row) => Math.round((row * heard) / written) - reach };
}

/** The last move of the cheapest way to each cell: row after row of a table of edit distances. */
function movesWithin({ width, first }: Band, written: Int32Array, heard: Int32Array): Uint8Array {
  const moves = new Uint8Array((written.length + 1) * width).fill(SKIP_HEARD);
  let above = new Int32Array(width).fill(NEVER);
  let costs = new Int32Array(width).fill(NEVER);
  for (let row = 0; row <= written.length; row += 1) {
    const previous = costs;
    costs = above.fill(NEVER);
    above = previous;
    const start = first(row);
    const shift = row === 0 ? width : start - first(row - 1);
    const word = row === 0 ? -1 : (written[row - 1] as number);
    let left = NEVER;
    const end = Math.min(width, heard.length - start + 1);
    for (let cell = Math.max(0, -start); cell < end; cell += 1) {
      const place = start + cell;
      const over = cell + shift;
      const up = over < width ? (above[over] as number) : NEVER;
      const diagonal = place > 0 && over > 0 && over <= width ? (above[over - 1] as number) : NEVER;
      const both = diagonal + (place > 0 && heard[place - 1] === word ? 0 : DIFFERENT_COST);
      let cost = row === 0 && place === 0 ? 0 : left + GAP_COST;
      let move = SKIP_HEARD;
      if (up + GAP_COST < cost) {
        cost = up + GAP_COST;
        move = SKIP_WRITTEN;
      }
      if (both <= cost) {
        cost = both;
        move = BOTH;
      }
      left = cost;
      costs[cell] = cost;
      moves[row * width + cell] = move;
    }
  }
  return moves;
}

/** Numbers compare faster than words. */
function createNumbers(): (word: string) => number {
  const numbers = new Map<string, number>();
  return (word) => {
    const number = numbers.get(word) ?? numbers.size;
    numbers.set(word, number);
    return number;
  };
}
