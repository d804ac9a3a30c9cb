import { type Chance, pick } from '../../dsp/index.ts';
import type { Genre } from '../genres/genre.ts';
import { type Chord, chordOf } from './chords.ts';
import type { Bar, ChordSpan } from './score.ts';
import { isMinor, type Key, scaleOf } from './theory.ts';

/** The chords of every bar: progressions in the body, a cadence before the end, the tonic at the end. */
export function planHarmony(
  genre: Genre,
  key: Key,
  bars: readonly Bar[],
  { beatsPerBar, isLoop, chance }: { beatsPerBar: number; isLoop: boolean; chance: Chance },
): ChordSpan[] {
  const side = isMinor(key.mode) ? 'minor' : 'major';
  const [dominant, tonic] = genre.cadence[side];
  const [first, ...others] = shuffled(genre.progressions[side], chance);
  const home = (first ?? tonic).split('|');
  const away = (others[0] ?? first ?? tonic).split('|');
  const written = numeralsOf(bars, home, away);
  const last = bars.length - 1;
  if (isLoop && bars.length > 1) written[last] = dominant;
  if (!isLoop) {
    written[last] = bars.length === 1 ? `${dominant.split(' ')[0]} ${tonic}` : tonic;
    if (last > 0)
      written[last - 1] =
        bars.length > 2
          ? dominant
          : `${(home[0] ?? tonic).trim().split(' ')[0]} ${dominant.split(' ').at(-1)}`;
  }
  const plain = written.map((bar) => bar.trim().split(/\s+/u));
  const coloured = withSecondaryDominants(plain, key, genre.secondaryDominants, chance);
  return coloured.flatMap((numerals, bar) =>
    numerals.map((numeral, index) => ({
      beat: bar * beatsPerBar + (index * beatsPerBar) / numerals.length,
      beats: beatsPerBar / numerals.length,
      chord: chordOf(numeral, key.tonic),
    })),
  );
}

/** Statement and return have the first progression from its start, the contrast has another one. */
function numeralsOf(bars: readonly Bar[], home: readonly string[], away: readonly string[]): string[] {
  let place = 0;
  let progression = home;
  return bars.map(({ section, opens }) => {
    if (opens && section === 'contrast') [progression, place] = [away, 0];
    else if (opens && (section === 'statement' || section === 'return')) [progression, place] = [home, 0];
    else if (opens && section === 'variation' && progression === away) [progression, place] = [home, 0];
    const numerals = progression[place % progression.length] ?? '';
    place += 1;
    return numerals;
  });
}

/** Gives the second half of a bar to the dominant of the next chord, where that chord is a diatonic one other than the tonic. */
function withSecondaryDominants(
  bars: readonly string[][],
  key: Key,
  share: number,
  chance: Chance,
): string[][] {
  return bars.map((numerals, index) => {
    const next = bars[index + 1]?.[0];
    const [only] = numerals;
    const isWanted = chance() < share;
    if (!isWanted || next === undefined || only === undefined || numerals.length > 1) return numerals;
    return isApproachable(chordOf(next, key.tonic), chordOf(only, key.tonic), key)
      ? [only, `V7/${next}`]
      : numerals;
  });
}

function isApproachable(next: Chord, before: Chord, key: Key): boolean {
  const isTarget = next.root !== key.tonic && scaleOf(key).includes(next.root) && !next.numeral.includes('/');
  // A dominant that is already there needs no second one.
  const isDiminished = next.numeral.includes('o') || next.numeral.includes('ø');
  return isTarget && !isDiminished && before.root !== next.root && before.root !== (next.root + 7) % 12;
}

function shuffled<Item>(items: readonly Item[], chance: Chance): Item[] {
  const left = [...items];
  const taken: Item[] = [];
  while (left.length > 0) {
    const [head, ...tail] = left;
    const one = head === undefined ? undefined : pick(chance, [head, ...tail]);
    if (one === undefined) break;
    taken.push(one);
    left.splice(left.indexOf(one), 1);
  }
  return taken;
}

export function chordAt(chords: readonly ChordSpan[], beat: number): Chord {
  const span = chords.findLast((one) => one.beat <= beat + 1e-6) ?? chords[0];
  if (!span) throw new RangeError('a score has at least one chord');
  return span.chord;
}

export function nextChord(chords: readonly ChordSpan[], beat: number): Chord {
  return (chords.find((one) => one.beat > beat + 1e-6) ?? chords.at(-1) ?? chords[0])?.chord as Chord;
}
