import { type Chance, pick } from '../../dsp/index.ts';
import { DRUM_KEYS, type DrumPiece } from '../drum-pieces.ts';
import type { DrumPart } from '../genres/genre.ts';
import type { Metre } from './metre.ts';
import { byEnergy, stepsOf, velocityOf } from './patterns.ts';
import type { Bar, Note } from './score.ts';

const HIT_BEATS = 0.2;
const RING_BEATS = 2;

/** Grooves by energy, a fill at the end of each phrase, a crash where the next one begins, a last hit. */
export function playDrums(part: DrumPart, bars: readonly Bar[], metre: Metre, chance: Chance): Note[] {
  const notes: Note[] = [];
  for (const [index, bar] of bars.entries()) {
    const isResting = rests(part, bar);
    // Drums that rest lead into the bar where they come in.
    if (isResting && (!isFilled(bars, index) || rests(part, bars[index + 1] ?? bar))) continue;
    const hit = (piece: DrumPiece, at: number, mark: string): void => {
      const beats = piece === 'crash' ? RING_BEATS : HIT_BEATS;
      notes.push({
        beat: bar.beat + at,
        beats,
        pitch: DRUM_KEYS[piece],
        velocity: velocityOf(mark, bar.energy),
      });
    };
    if (bar.phrase === 'ending') {
      hit('kick', 0, 'X');
      if (part.crash) hit('crash', 0, 'x');
      continue;
    }
    const fillFrom = isFilled(bars, index) ? bar.beats - fillBeats(bar) : bar.beats;
    for (const [piece, pattern] of isResting ? [] : Object.entries(byEnergy(part.patterns, bar.energy)))
      for (const { mark, at } of stepsOf(pattern, metre, bar.beats))
        if (at < fillFrom - 1e-6) hit(piece as DrumPiece, at, mark);
    const [first, ...others] = part.fills;
    // A fill leads into the next bar, so that one in a shorter bar keeps its end.
    const moved = bar.beats - metre.beats;
    if (fillFrom < bar.beats && first)
      for (const [piece, pattern] of Object.entries(pick(chance, [first, ...others])))
        for (const { mark, at } of stepsOf(pattern, metre))
          if (at + moved >= fillFrom - 1e-6) hit(piece as DrumPiece, at + moved, mark);
    if (part.crash && bar.opens && index > 0 && isFilled(bars, index - 1)) hit('crash', 0, 'x');
  }
  return notes;
}

function rests({ from = 0 }: DrumPart, { energy, phrase }: Bar): boolean {
  return energy < from && phrase !== 'ending';
}

function isFilled(bars: readonly Bar[], index: number): boolean {
  const bar = bars[index];
  return bar?.closes === true && bar.phrase !== 'ending' && bars.length > 2;
}

/** Two beats before the end and where the energy is high, one elsewhere. */
function fillBeats({ beats, energy, phrase }: Bar): number {
  return Math.min(beats, energy > 0.6 || phrase === 'return' ? 2 : 1);
}
