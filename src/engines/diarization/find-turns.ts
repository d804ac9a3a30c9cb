import type { SpeechPrints } from '../speaker-embedding/index.ts';
import { type Span, totalSeconds } from '../voice-activity/index.ts';
import { type Cell, cellsOf } from './cells.ts';
import { clustersOf, likeness } from './cluster.ts';
import { smoothest } from './smooth.ts';

/** One speaker, without a pause. Speakers are numbered from 0. */
export type Turn = Span & { speaker: number };

/** Tuned on dialogues of synthetic voices; see docs/decisions/0007-speakers.md. */
const TUNING = {
  /** Shorter prints are too uncertain to start a new speaker. */
  sureSeconds: 1,
  /** Groups with at least this average similarity are one voice. */
  oneVoice: 0.54,
  /** A speaker with less speech in total is dropped, and its speech goes to the others. */
  leastSeconds: 2.5,
  /** Similarity that a change of speaker must gain, within speech and after a pause. */
  changeCost: 0.5,
  changeInPauseCost: 0.15,
};

/** Finds who speaks when, within the detected speech. */
export function findTurns(
  voices: SpeechPrints,
  speech: readonly Span[],
  { maxSpeakers }: { maxSpeakers: number },
): Turn[] {
  const cells = cellsOf(voices, speech);
  let groups = firstGroups(cells);
  for (;;) {
    const labels = assign(voices, cells, groups);
    groups = groups.map((_, speaker) => cells.filter((_, i) => labels[i] === speaker));
    const fewer = withoutSmallest(groups) ?? joinedTo(voices, groups, maxSpeakers);
    if (!fewer) return turnsFrom(cells, labels);
    groups = fewer;
  }
}

function firstGroups(cells: readonly Cell[]): Cell[][] {
  const sure = cells.filter(({ windowSeconds }) => windowSeconds >= TUNING.sureSeconds);
  const used = sure.length > 0 ? sure : cells;
  const prints = used.map(({ print }) => print);
  const clusters = clustersOf(prints, { alikeEnough: TUNING.oneVoice, most: prints.length });
  return clusters.map((cluster) => cluster.map((i) => used[i] as Cell));
}

/** Assigns each cell to a group, for the highest total similarity minus the cost of speaker changes. */
function assign(voices: SpeechPrints, cells: readonly Cell[], groups: readonly Cell[][]): number[] {
  const prints = groups.map((group) => printOf(voices, group));
  const scores = cells.map(({ print }) => prints.map((other) => likeness(print, other)));
  return smoothest(
    scores,
    cells.map(({ afterPause }) => (afterPause ? TUNING.changeInPauseCost : TUNING.changeCost)),
  );
}

function printOf(voices: SpeechPrints, cells: readonly Cell[]): Float32Array {
  return voices.print(cells.map(({ stretch }) => stretch));
}

function withoutSmallest(groups: readonly Cell[][]): Cell[][] | null {
  const smallest = groups.toSorted((a, b) => totalSeconds(a) - totalSeconds(b))[0];
  if (!smallest || groups.length === 1 || totalSeconds(smallest) >= TUNING.leastSeconds) return null;
  return groups.filter((group) => group !== smallest);
}

function joinedTo(voices: SpeechPrints, groups: readonly Cell[][], most: number): Cell[][] | null {
  if (groups.length <= most) return null;
  const prints = groups.map((group) => printOf(voices, group));
  const clusters = clustersOf(prints, { alikeEnough: Number.POSITIVE_INFINITY, most });
  return clusters.map((cluster) => cluster.flatMap((i) => groups[i] ?? []));
}

function turnsFrom(cells: readonly Cell[], labels: readonly number[]): Turn[] {
  const turns: Turn[] = [];
  for (const [i, { start, end, afterPause }] of cells.entries()) {
    const last = turns.at(-1);
    const speaker = labels[i] as number;
    if (last && last.speaker === speaker && !afterPause) last.end = end;
    else turns.push({ start, end, speaker });
  }
  return turns;
}
