import type { SpeechPrints } from '../speaker-embedding/index.ts';
import { type Span, totalSeconds } from '../voice-activity/index.ts';
import { type Cell, cellsOf } from './cells.ts';
import { clustersOf, likeness } from './cluster.ts';
import { smoothest } from './smooth.ts';

/** Somebody speaks, without a pause or a change. Speakers are counted from 0. */
export type Turn = Span & { speaker: number };

/** All of these are tuned on dialogues of synthetic voices; see docs/decisions/0007-speakers.md. */
const TUNING = {
  /** Prints of less are too unsure to make a new speaker. */
  sureSeconds: 1,
  /** On average over what two groups have said. */
  oneVoice: 0.54,
  /** Who says less in all is taken for one of the others. */
  leastSeconds: 2.5,
  /** In likeness: what a change of speaker has to gain, within a breath and after a pause. */
  changeCost: 0.5,
  changeInPauseCost: 0.15,
};

/** Who speaks when, within what the detector takes for speech. */
export function findTurns(
  voices: SpeechPrints,
  spoken: readonly Span[],
  { maxSpeakers }: { maxSpeakers: number },
): Turn[] {
  const cells = cellsOf(voices, spoken);
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

/** For each cell its group: the one whose voice it is most like, with as few changes as that allows. */
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
