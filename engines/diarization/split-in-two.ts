import type { SpeechPrints } from '../speaker-embedding/index.ts';
import { type Span, totalSeconds } from '../voice-activity/index.ts';
import { type Cell, cellsOf } from './cells.ts';
import { likeness } from './cluster.ts';
import { smoothest } from './smooth.ts';

/** Shorter prints are too uncertain to start from. */
const SURE_SECONDS = 0.8;
const LEAST_CELLS = 3;
/** A voice with less speech is an odd sound, not a speaker. */
const LEAST_SECONDS = 1.5;
/** Similarity that a change of voice must gain, within speech and after a pause: as in `findTurns`. */
const CHANGE_COST = 0.5;
const CHANGE_IN_PAUSE_COST = 0.15;
const MOST_ROUNDS = 8;
const ITERATIONS = 50;

/**
 * Divides speech into the two voices that differ most, whether two people speak or one. `findTurns` decides that by itself
 * and is cautious: it takes two people who speak briefly for one. Null if there is no second voice of some seconds.
 */
export function splitInTwo(voices: SpeechPrints, speech: readonly Span[]): [Cell[], Cell[]] | null {
  const cells = cellsOf(voices, speech);
  const sure = cells.filter(({ windowSeconds }) => windowSeconds >= SURE_SECONDS);
  const used = sure.length > LEAST_CELLS ? sure : cells;
  let sides = inTwo(used);
  let last = '';
  for (let round = 0; round < MOST_ROUNDS && sides.every((side) => side.length > 0); round += 1) {
    const prints = sides.map((side) => voices.print(side.map(({ stretch }) => stretch)));
    const labels = smoothest(
      cells.map(({ print }) => prints.map((other) => likeness(print, other))),
      cells.map(({ afterPause }) => (afterPause ? CHANGE_IN_PAUSE_COST : CHANGE_COST)),
    );
    if (labels.join() === last) break;
    last = labels.join();
    sides = sidesOf(cells, labels);
  }
  return sides.every((side) => totalSeconds(side) >= LEAST_SECONDS) ? sides : null;
}

/** Splits along the largest difference between their prints. */
export function inTwo(cells: readonly Cell[]): [Cell[], Cell[]] {
  return sidesOf(cells, mainDifference(cells.map(({ print }) => print)).map(Number));
}

function sidesOf(cells: readonly Cell[], labels: readonly number[]): [Cell[], Cell[]] {
  return [cells.filter((_, i) => labels[i] === 0), cells.filter((_, i) => labels[i] === 1)];
}

/** Tells on which side of their mean each print lies, along the first principal component. */
function mainDifference(prints: readonly Float32Array[]): boolean[] {
  const mean = sumOf(
    prints,
    prints.map(() => 1 / prints.length),
  );
  const centred = prints.map((print) => print.map((value, i) => value - (mean[i] ?? 0)));
  let scores = centred.map((print) => likeness(print, centred[0] ?? print));
  for (let i = 0; i < ITERATIONS; i += 1) {
    const direction = sumOf(centred, scores);
    const length = Math.hypot(...direction) || 1;
    scores = centred.map((print) => likeness(print, direction) / length);
  }
  return scores.map((score) => score < 0);
}

function sumOf(prints: readonly Float32Array[], weights: readonly number[]): Float32Array {
  const sum = new Float32Array(prints[0]?.length ?? 0);
  for (const [n, print] of prints.entries())
    for (const [i, value] of print.entries()) sum[i] = (sum[i] as number) + (weights[n] as number) * value;
  return sum;
}
