import type { SpeechPrints } from '../speaker-embedding/index.ts';
import { type Span, totalSeconds } from '../voice-activity/index.ts';
import { type Cell, cellsOf } from './cells.ts';
import { clustersOf, likeness } from './cluster.ts';
import { smoothest } from './smooth.ts';
import { inTwo } from './split-in-two.ts';

/** One speaker, without a pause. Speakers are numbered from 0. */
export type Turn = Span & {
  speaker: number;
  /** How much more the voice is like this speaker than like any other, from −2 to 2. 1 if there is no other. */
  margin: number;
};

/** Tuned on dialogues of synthetic voices and of people; see docs/decisions/0007-speakers.md. */
const TUNING = {
  /** Shorter prints are too uncertain to start a new speaker. */
  sureSeconds: 1,
  /** Groups with at least this average similarity are one voice. */
  oneVoice: 0.54,
  /** The same for all speech of two speakers. It varies less than cells do, so it tells that one person was taken for two. */
  oneSpeaker: 0.66,
  /** A speaker with less speech in total is dropped, and its speech goes to the others. */
  leastSeconds: 2.5,
  /** Similarity that a change of speaker must gain, within speech and after a pause. */
  changeCost: 0.5,
  changeInPauseCost: 0.15,
};

/** The prints of two divided voices settle within a few. */
const DIVIDING_ROUNDS = 4;

/** The time to find groups grows with the cube of their number: about a second for these, evenly spread over the speech. */
const MOST_GROUPED = 1_200;

/**
 * Finds who speaks when, within the detected speech. Who knows that there are several, says so with `leastSpeakers`: voices
 * that would be taken for one are then divided, unless the second says next to nothing.
 */
export function findTurns(
  voices: SpeechPrints,
  speech: readonly Span[],
  { maxSpeakers, leastSpeakers = 1 }: { maxSpeakers: number; leastSpeakers?: number | undefined },
): Turn[] {
  const cells = cellsOf(voices, speech);
  let groups = distinctGroups(voices, cells, maxSpeakers);
  while (groups.length < leastSpeakers) {
    const more = withOneDivided(voices, cells, groups);
    if (!more) break;
    groups = more;
  }
  const { labels, margins } = assign(voices, cells, groups);
  return turnsFrom(cells, labels, margins);
}

function distinctGroups(voices: SpeechPrints, cells: readonly Cell[], most: number): Cell[][] {
  let groups = firstGroups(cells);
  for (;;) {
    const assigned = assign(voices, cells, groups).groups;
    const fewer = withoutSmallest(assigned) ?? withoutDoubles(voices, assigned, most);
    if (!fewer) return groups;
    groups = fewer;
  }
}

/** Divides the speaker who says most and can be divided. Null if nobody can. */
function withOneDivided(
  voices: SpeechPrints,
  cells: readonly Cell[],
  groups: readonly Cell[][],
): Cell[][] | null {
  for (const group of groups.toSorted((a, b) => totalSeconds(b) - totalSeconds(a))) {
    const sure = group.filter(({ windowSeconds }) => windowSeconds >= TUNING.sureSeconds);
    let divided = [...groups.filter((other) => other !== group), ...inTwo(sure.length > 1 ? sure : group)];
    for (let round = 0; round < DIVIDING_ROUNDS && divided.every((one) => one.length > 0); round += 1)
      divided = assign(voices, cells, divided).groups;
    if (divided.every((one) => totalSeconds(one) >= TUNING.leastSeconds)) return divided;
  }
  return null;
}

function firstGroups(cells: readonly Cell[]): Cell[][] {
  const sure = cells.filter(({ windowSeconds }) => windowSeconds >= TUNING.sureSeconds);
  const candidates = sure.length > 0 ? sure : cells;
  const every = Math.ceil(candidates.length / MOST_GROUPED);
  const used = candidates.filter((_, i) => i % every === 0);
  const prints = used.map(({ print }) => print);
  const clusters = clustersOf(prints, { alikeEnough: TUNING.oneVoice, most: prints.length });
  return clusters.map((cluster) => cluster.map((i) => used[i] as Cell));
}

/** Assigns each cell to a group, for the highest total similarity minus the cost of speaker changes. */
function assign(
  voices: SpeechPrints,
  cells: readonly Cell[],
  groups: readonly Cell[][],
): { labels: number[]; margins: number[]; groups: Cell[][] } {
  const prints = groups.map((group) => printOf(voices, group));
  const scores = cells.map(({ print }) => prints.map((other) => likeness(print, other)));
  const labels = smoothest(
    scores,
    cells.map(({ afterPause }) => (afterPause ? TUNING.changeInPauseCost : TUNING.changeCost)),
  );
  const margins = scores.map((row, i) => {
    const others = row.filter((_, speaker) => speaker !== labels[i]);
    return others.length > 0 ? (row[labels[i] as number] as number) - Math.max(...others) : 1;
  });
  const assigned = groups.map((_, speaker) => cells.filter((_, i) => labels[i] === speaker));
  return { labels, margins, groups: assigned };
}

function printOf(voices: SpeechPrints, cells: readonly Cell[]): Float32Array {
  return voices.print(cells.map(({ stretch }) => stretch));
}

function withoutSmallest(groups: readonly Cell[][]): Cell[][] | null {
  const smallest = groups.toSorted((a, b) => totalSeconds(a) - totalSeconds(b))[0];
  if (!smallest || groups.length === 1 || totalSeconds(smallest) >= TUNING.leastSeconds) return null;
  return groups.filter((group) => group !== smallest);
}

/** Joins speakers who sound alike, and while there are more than `most`. */
function withoutDoubles(voices: SpeechPrints, groups: readonly Cell[][], most: number): Cell[][] | null {
  const prints = groups.map((group) => printOf(voices, group));
  const clusters = clustersOf(prints, { alikeEnough: TUNING.oneSpeaker, most });
  if (clusters.length === groups.length) return null;
  return clusters.map((cluster) => cluster.flatMap((i) => groups[i] ?? []));
}

function turnsFrom(cells: readonly Cell[], labels: readonly number[], margins: readonly number[]): Turn[] {
  const turns: Turn[] = [];
  for (const [i, { start, end, afterPause }] of cells.entries()) {
    const last = turns.at(-1);
    const speaker = labels[i] as number;
    const margin = margins[i] as number;
    if (last && last.speaker === speaker && !afterPause) {
      const share = (end - start) / (end - last.start);
      last.margin += share * (margin - last.margin);
      last.end = end;
    } else turns.push({ start, end, speaker, margin });
  }
  return turns;
}
