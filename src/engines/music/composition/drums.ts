import { type Chance, pick } from '../../dsp/index.ts';
import type { DrumPart } from '../genres/genre.ts';
import { DRUM_KEYS, type DrumPiece } from './drum-pieces.ts';
import { byEnergy, stepsOf, velocityOf } from './patterns.ts';
import type { Bar, Note } from './score.ts';

const HIT_BEATS = 0.2;
const RING_BEATS = 2;

/** Grooves by energy, a fill at the end of each section, a crash where the next one begins, a last hit. */
export function playDrums(part: DrumPart, bars: readonly Bar[], beatsPerBar: number, chance: Chance): Note[] {
  const notes: Note[] = [];
  for (const [index, bar] of bars.entries()) {
    if (bar.energy < (part.from ?? 0) && bar.section !== 'ending') continue;
    const start = index * beatsPerBar;
    const hit = (piece: DrumPiece, at: number, mark: string): void => {
      const beats = piece === 'crash' ? RING_BEATS : HIT_BEATS;
      notes.push({
        beat: start + at,
        beats,
        pitch: DRUM_KEYS[piece],
        velocity: velocityOf(mark, bar.energy),
      });
    };
    if (bar.section === 'ending') {
      hit('kick', 0, 'X');
      if (part.crash) hit('crash', 0, 'x');
      continue;
    }
    const fillFrom = isFilled(bars, index) ? beatsPerBar - fillBeats(bar, beatsPerBar) : beatsPerBar;
    for (const [piece, pattern] of Object.entries(byEnergy(part.patterns, bar.energy)))
      for (const { mark, at } of stepsOf(pattern, beatsPerBar))
        if (at < fillFrom) hit(piece as DrumPiece, at, mark);
    const [first, ...others] = part.fills;
    if (fillFrom < beatsPerBar && first)
      for (const [piece, pattern] of Object.entries(pick(chance, [first, ...others])))
        for (const { mark, at } of stepsOf(pattern, beatsPerBar))
          if (at >= fillFrom) hit(piece as DrumPiece, at, mark);
    if (part.crash && bar.opens && index > 0 && isFilled(bars, index - 1)) hit('crash', 0, 'x');
  }
  return notes;
}

function isFilled(bars: readonly Bar[], index: number): boolean {
  const bar = bars[index];
  return bar?.closes === true && bar.section !== 'ending' && bars.length > 2;
}

/** Two beats before the end and where the energy is high, one elsewhere. */
function fillBeats(bar: Bar, beatsPerBar: number): number {
  return Math.min(beatsPerBar, bar.energy > 0.6 || bar.section === 'return' ? 2 : 1);
}
