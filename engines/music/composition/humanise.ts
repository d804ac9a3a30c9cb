import { type Chance, gaussian } from '../../dsp/index.ts';
import type { Genre } from '../genres/genre.ts';
import type { Bar, Note, PlayedNote } from './score.ts';
import { secondAt, type Timeline } from './timeline.ts';

export type Groove = {
  timeline: Timeline;
  bars: readonly Bar[];
  swing: Genre['swing'];
  looseness: number;
};

const VELOCITY_DEVIATION = 5;

/**
 * Turns written notes into played ones: adds swing, and the small unevenness of people, who share chords but do not
 * strike them as one. The first note of the piece is never early, and an accent is on time.
 */
export function humanise(notes: readonly Note[], groove: Groove, chance: Chance): PlayedNote[] {
  let struck = { beat: Number.NaN, late: 0 };
  return [...notes]
    .sort((a, b) => a.beat - b.beat || a.pitch - b.pitch)
    .map((note) => {
      if (note.beat !== struck.beat) struck = { beat: note.beat, late: lateness(groove.looseness, chance) };
      const spread = Math.abs(lateness(groove.looseness / 3, chance));
      const late = note.isAccent ? 0 : struck.late + spread;
      const start = Math.max(0, secondOf(note.beat, note.isAccent, groove) + late);
      const end = secondOf(note.beat + note.beats, undefined, groove);
      const velocity = Math.round(note.velocity + VELOCITY_DEVIATION * gaussian(chance));
      return {
        ...note,
        start,
        seconds: Math.max(0.03, end - start),
        velocity: Math.min(127, Math.max(1, velocity)),
      };
    });
}

/** The limit of two and a half deviations keeps every note from sounding like a stumble. */
function lateness(looseness: number, chance: Chance): number {
  return (looseness / 1_000) * Math.max(-2.5, Math.min(2.5, gaussian(chance)));
}

function secondOf(beat: number, isStraight: true | undefined, { timeline, bars, swing }: Groove): number {
  if (!swing || isStraight) return secondAt(timeline, beat);
  const start = bars.findLast((bar) => bar.beat <= beat + 1e-6)?.beat ?? 0;
  return secondAt(timeline, start + swung(beat - start, swing));
}

function swung(beat: number, swing: NonNullable<Genre['swing']>): number {
  const unit = swing.of === 'eighths' ? 1 : 0.5;
  const inUnit = (beat / unit) % 1;
  const middle = 0.5 + swing.amount / 2;
  const moved = inUnit < 0.5 ? inUnit * 2 * middle : middle + (inUnit - 0.5) * 2 * (1 - middle);
  return beat + (moved - inUnit) * unit;
}
