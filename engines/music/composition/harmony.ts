import { type Chance, pick } from '../../dsp/index.ts';
import type { Genre } from '../genres/genre.ts';
import { isMinor, type Key, scaleOf } from '../theory.ts';
import { type Chord, chordOf } from './chords.ts';
import type { Metre } from './metre.ts';
import type { Bar, ChordSpan } from './score.ts';

/** A chord and the key in which its numeral is read. */
type Numeral = { numeral: string; key: Key };

/** The chords of every bar: progressions in the body, a cadence before the end, the tonic at the end. */
export function planHarmony(
  genre: Genre,
  bars: readonly Bar[],
  { metre, isLoop, chance }: { metre: Metre; isLoop: boolean; chance: Chance },
): ChordSpan[] {
  const written = writtenNumerals(genre, bars, chance);
  const last = bars.length - 1;
  for (const [index, bar] of bars.entries()) {
    const next = bars[index + 1] ?? (isLoop ? bars[0] : undefined);
    const leads = next !== undefined && (next.section !== bar.section || next.phrase === 'ending');
    // A loop leads back to its beginning, a section to the next one, also into another key.
    if (next && (leads || (isLoop && index === last && last > 0)))
      written[index] = approachTo(next, bar, bars, written[index] ?? [], genre);
    if (bar.phrase === 'ending') written[index] = endingOf(bar, last === 0, genre);
  }
  const coloured = withSecondaryDominants(written, genre.secondaryDominants, chance);
  return coloured.flatMap((numerals, index) => {
    const { beat, beats } = bars[index] as Bar;
    const places = chordPlaces(numerals.length, beats, metre);
    return numerals.map(({ numeral, key }, place) => {
      const from = places[place] ?? 0;
      const length = (places[place + 1] ?? beats) - from;
      return { beat: beat + from, beats: length, chord: chordOf(numeral, key.tonic), key };
    });
  });
}

/** Two chords divide a bar where its metre does, others evenly. */
function chordPlaces(count: number, beats: number, metre: Metre): number[] {
  if (count === 2 && metre.half < beats - 0.5) return [0, metre.half];
  return Array.from({ length: count }, (_, place) => (place * beats) / count);
}

function cadenceIn(genre: Genre, { mode }: Key): readonly [string, string] {
  return genre.cadence[isMinor(mode) ? 'minor' : 'major'];
}

function inKey(key: Key, numerals: string): Numeral[] {
  return numerals
    .trim()
    .split(/\s+/u)
    .map((numeral) => ({ numeral, key }));
}

/** The bar before: its dominant. Where that is all there is before it, the first chord is heard as well. */
function approachTo(next: Bar, bar: Bar, bars: readonly Bar[], written: Numeral[], genre: Genre): Numeral[] {
  const dominant = inKey(next.key, cadenceIn(genre, next.key)[0]);
  const isAlone =
    bars.length === 2 || (bar.opens && bars.filter((one) => one.section === bar.section).length === 1);
  return isAlone ? [...written.slice(0, 1), ...dominant.slice(-1)] : dominant;
}

function endingOf({ key }: Bar, isAll: boolean, genre: Genre): Numeral[] {
  const [dominant, tonic] = cadenceIn(genre, key);
  return [...(isAll ? inKey(key, dominant).slice(0, 1) : []), ...inKey(key, tonic)];
}

/** Statement and return have the first progression from its start, the contrast has another one. */
function writtenNumerals(genre: Genre, bars: readonly Bar[], chance: Chance): Numeral[][] {
  const progressionsIn = createProgressions(genre, chance);
  let place = 0;
  let isAway = false;
  return bars.map(({ phrase, opens, key, section }, index) => {
    const isNew = section !== bars[index - 1]?.section;
    if (opens && phrase === 'contrast') [isAway, place] = [true, 0];
    else if (opens && (isAway || isNew || phrase === 'statement' || phrase === 'return'))
      [isAway, place] = [false, 0];
    const { home, away } = progressionsIn(key);
    const progression = isAway ? away : home;
    const numerals = progression[place % progression.length] ?? '';
    place += 1;
    return inKey(key, numerals);
  });
}

/** Two progressions for major and two for minor, drawn when they are first needed. */
function createProgressions(genre: Genre, chance: Chance) {
  const drawn = new Map<'major' | 'minor', { home: string[]; away: string[] }>();
  return (key: Key): { home: string[]; away: string[] } => {
    const side = isMinor(key.mode) ? 'minor' : 'major';
    const known = drawn.get(side);
    if (known) return known;
    const [first = cadenceIn(genre, key)[1], second = first] = shuffled(genre.progressions[side], chance);
    const made = { home: first.split('|'), away: second.split('|') };
    drawn.set(side, made);
    return made;
  };
}

/** Gives the second half of a bar to the dominant of the next chord, where that chord is a diatonic one other than the tonic. */
function withSecondaryDominants(bars: readonly Numeral[][], share: number, chance: Chance): Numeral[][] {
  return bars.map((numerals, index) => {
    const next = bars[index + 1]?.[0];
    const [only] = numerals;
    const isWanted = chance() < share;
    if (!isWanted || next === undefined || only === undefined || numerals.length > 1) return numerals;
    const { key } = next;
    return isApproachable(chordOf(next.numeral, key.tonic), chordOf(only.numeral, only.key.tonic), key)
      ? [only, { numeral: `V7/${next.numeral}`, key }]
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

export function spanAt(chords: readonly ChordSpan[], beat: number): ChordSpan {
  const span = chords.findLast((one) => one.beat <= beat + 1e-6) ?? chords[0];
  if (!span) throw new RangeError('a score has at least one chord');
  return span;
}

export function chordAt(chords: readonly ChordSpan[], beat: number): Chord {
  return spanAt(chords, beat).chord;
}

export function nextChord(chords: readonly ChordSpan[], beat: number): Chord {
  return (chords.find((one) => one.beat > beat + 1e-6) ?? chords.at(-1) ?? chords[0])?.chord as Chord;
}
