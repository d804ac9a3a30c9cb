import { modulo, type PitchClass } from '../theory.ts';
import type { Chord } from './chords.ts';

export type VoicingRules = { voices: number; register: readonly [number, number] };

const PARALLEL = 6;
const UNRESOLVED_SEVENTH = 9;
const UNRESOLVED_LEADING_TONE = 6;
const CLUSTER = 4;
const OFF_CENTRE = 0.15;
/** Under this pitch (C4) two voices a step apart sound muddy. */
const CLEAR_FROM = 60;

/** Voices one chord after another so that each voice moves little and tones with a direction follow it. */
export function createVoiceLeading(rules: VoicingRules): (chord: Chord) => number[] {
  let before: { pitches: number[]; chord: Chord } | null = null;
  return (chord) => {
    const best = candidatesOf(chord, rules)
      .map((pitches) => ({ pitches, cost: costOf(pitches, chord, before, rules) }))
      .reduce((a, b) => (b.cost < a.cost ? b : a));
    before = { pitches: best.pitches, chord };
    return best.pitches;
  };
}

/** Chooses the tones for so many voices. The fifth is missed least, then the root, which the bass plays. */
function wantedTones({ tones }: Chord, voices: number): PitchClass[] {
  const [root, third, fifth, ...rest] = tones;
  if (tones.length <= voices) return [...tones];
  const colours = [...(third === undefined ? [] : [third]), ...rest];
  const full = [...colours, ...(root === undefined ? [] : [root]), ...(fifth === undefined ? [] : [fifth])];
  return full.slice(0, voices);
}

function candidatesOf(chord: Chord, { voices, register: [low, high] }: VoicingRules): number[][] {
  const wanted = wantedTones(chord, voices);
  const pitches = Array.from({ length: high - low + 1 }, (_, i) => low + i).filter((pitch) =>
    wanted.includes(pitch % 12),
  );
  const found: number[][] = [];
  const extend = (chosen: number[], from: number): void => {
    if (chosen.length === voices) {
      if (wanted.every((tone) => chosen.some((pitch) => pitch % 12 === tone))) found.push(chosen);
      return;
    }
    for (let i = from; i < pitches.length; i += 1) {
      const pitch = pitches[i] as number;
      const below = chosen.at(-1);
      if (below !== undefined && pitch - below > 12) break;
      extend([...chosen, pitch], i + 1);
    }
  };
  extend([], 0);
  if (found.length === 0) throw new RangeError(`${chord.numeral} does not fit between ${low} and ${high}`);
  return found;
}

function costOf(
  pitches: readonly number[],
  chord: Chord,
  before: { pitches: readonly number[]; chord: Chord } | null,
  { register: [low, high] }: VoicingRules,
): number {
  const centre = pitches.reduce((sum, pitch) => sum + pitch, 0) / pitches.length;
  const gaps = pitches
    .slice(1)
    .map((pitch, i) => ({ gap: pitch - (pitches[i] as number), at: pitches[i] as number }));
  const muddy = gaps.filter(({ gap, at }) => gap <= 2 && at < CLEAR_FROM).length * CLUSTER;
  const shape =
    OFF_CENTRE * Math.abs(centre - (low + high) / 2) + muddy + gaps.filter(({ gap }) => gap === 1).length;
  if (!before) return shape + (pitches.at(-1) as number) * 0.01;
  const moved = pitches.reduce((sum, pitch, i) => sum + Math.abs(pitch - (before.pitches[i] as number)), 0);
  return shape + moved + PARALLEL * parallels(before.pitches, pitches) + unresolved(before, pitches, chord);
}

/** Pairs of voices that move in the same direction from one fifth or octave to another. */
export function parallels(before: readonly number[], after: readonly number[]): number {
  let count = 0;
  for (let low = 0; low < before.length; low += 1)
    for (let high = low + 1; high < before.length; high += 1) {
      const [a, b, c, d] = [before[low], before[high], after[low], after[high]] as [
        number,
        number,
        number,
        number,
      ];
      const first = (b - a) % 12;
      const second = (d - c) % 12;
      if (
        a !== c &&
        Math.sign(c - a) === Math.sign(d - b) &&
        first === second &&
        (first === 7 || first === 0)
      )
        count += 1;
    }
  return count;
}

function unresolved(
  before: { pitches: readonly number[]; chord: Chord },
  pitches: readonly number[],
  chord: Chord,
): number {
  const { seventh, leadingTone } = before.chord;
  let cost = 0;
  for (const [voice, pitch] of before.pitches.entries()) {
    const next = pitches[voice] as number;
    const fall = pitch - next;
    const canFall = chord.tones.some((tone) => [1, 2].includes(modulo(pitch - tone, 12)));
    if (pitch % 12 === seventh && canFall && ![0, 1, 2].includes(fall)) cost += UNRESOLVED_SEVENTH;
    if (pitch % 12 === leadingTone && chord.tones.includes((pitch + 1) % 12) && next - pitch !== 1)
      cost += UNRESOLVED_LEADING_TONE;
  }
  return cost;
}
