import { isSpace, joined, type Piece, type Sound, trimmed } from './sounds.ts';

/** Lengths in symbols; a voice speaks about 17 of them per second. */
const COMFORTABLE = 40;
const WANTED = 26;
const SHORTEST = 10;

/**
 * Makes the first segment short, because a stream's listeners wait for it. It ends at the first punctuation mark or, in a
 * long first clause, between two words that can be separated.
 */
export function splitOpening(pieces: readonly Piece[]): { head: Piece[]; rest: Piece[] } {
  const [first, ...rest] = pieces;
  if (!first || isShort(pieces)) return { head: [], rest: [...pieces] };
  if (first.sounds.length > COMFORTABLE) return cutInside(first, rest);
  const second = rest[0];
  const goesOn = first.sounds.length < SHORTEST && first.pauseMs === undefined && second?.rate === first.rate;
  if (!goesOn) return { head: [first], rest };
  const both = { ...second, sounds: joined(first.sounds, second.sounds) };
  return both.sounds.length > COMFORTABLE
    ? cutInside(both, rest.slice(1))
    : { head: [both], rest: rest.slice(1) };
}

function isShort(pieces: readonly Piece[]): boolean {
  return pieces.reduce((sum, { sounds }) => sum + sounds.length + 1, -1) <= COMFORTABLE;
}

function cutInside(piece: Piece, rest: readonly Piece[]): { head: Piece[]; rest: Piece[] } {
  const at = bestCut(piece.sounds);
  if (at === undefined) return { head: [piece], rest: [...rest] };
  const { rate } = piece;
  const head: Piece = { sounds: trimmed(piece.sounds.slice(0, at)), rate, restAfter: 'none' };
  return { head: [head], rest: [{ ...piece, sounds: piece.sounds.slice(at) }, ...rest] };
}

function bestCut(sounds: readonly Sound[]): number | undefined {
  let best: { at: number; cost: number } | undefined;
  for (let at = SHORTEST; at <= COMFORTABLE && at < sounds.length - SHORTEST / 2; at++) {
    const cost = costOfCutting(sounds, at);
    if (cost !== undefined && (best === undefined || cost < best.cost)) best = { at, cost };
  }
  // The longer the clause, the worse the place that is still acceptable.
  return best && best.cost <= (sounds.length - COMFORTABLE) / 12 ? best.at : undefined;
}

/** Words that belong to the next word; phrases often begin with one. */
const FUNCTION_WORDS = new Set(
  `a an the of to in on at by for from with and or but nor so as if that than which who whose when where while because
  is are was were be been am has have had will would can could should may might must do does did not no my your his
  her its our their this these those very de du des da do das dos di del della dei delle la le les el los las lo gli
  il un una une uma um y e et ou o en em na no nas nos al au aux à con com avec per par para por pour que qui che se
  si mi ma mais pero più plus muy`.split(/\s+/u),
);
const CAPITAL = /^\p{Lu}/u;
const FIGURES = /\d/u;

function costOfCutting(sounds: readonly Sound[], at: number): number | undefined {
  const space = sounds[at - 1];
  const next = sounds[at]?.word;
  const before = sounds[at - 2];
  if (!space || !isSpace(space) || !before || !next || before.word === next) return undefined;
  const far = Math.abs(at - WANTED) / 8;
  // The best place is right after a punctuation mark.
  if (before.word === null) return far - 4;
  const one = before.word.spoken;
  const other = next.spoken;
  const leans = FUNCTION_WORDS.has(one.toLowerCase());
  const begins = FUNCTION_WORDS.has(other.toLowerCase());
  const name = CAPITAL.test(one) && CAPITAL.test(other) ? 4 : 0;
  const counted = isFigure(before.word) || isFigure(next) ? 2 : 0;
  return far + name + counted + (leans ? 3 : 0) - (begins && !leans ? 1.5 : 0);
}

/** A spoken form longer than the written one usually means a number. */
function isFigure({ spoken, start, end }: { spoken: string; start: number; end: number }): boolean {
  return FIGURES.test(spoken) || spoken.length > end - start + 1;
}
