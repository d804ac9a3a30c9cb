import { type Chance, pick } from '../../dsp/index.ts';
import type { Pattern } from '../genres/genre.ts';
import type { Metre } from './metre.ts';
import { stepsOf } from './patterns.ts';

/** A figure of one or two bars: rhythm, and the steps of the scale from note to note. */
export type Motif = { notes: readonly { at: number; beats: number; move: number }[]; beats: number };

/** Small steps are common, a leap is answered by a step back. */
const MOVES: readonly [number, ...number[]] = [1, 1, -1, -1, 2, -2, 0, 3, -3];

export function createMotif(rhythms: readonly Pattern[], metre: Metre, chance: Chance): Motif {
  const [first = 'x---', ...others] = rhythms;
  const bars = [pick(chance, [first, ...others]), pick(chance, [first, ...others])];
  let before = 0;
  const notes = bars.flatMap((pattern, bar) =>
    stepsOf(pattern, metre).map(({ at, beats }, index) => {
      const move =
        bar === 0 && index === 0 ? 0 : Math.abs(before) >= 2 ? -Math.sign(before) : pick(chance, MOVES);
      before = move;
      return { at: bar * metre.beats + at, beats, move };
    }),
  );
  return { notes, beats: 2 * metre.beats };
}

export function inverted({ notes, beats }: Motif): Motif {
  return { notes: notes.map((note) => ({ ...note, move: -note.move })), beats };
}

/** Long notes are divided by a neighbour; everything else stays, so that it is recognised. */
export function ornamented({ notes, beats }: Motif, chance: Chance): Motif {
  return {
    beats,
    notes: notes.flatMap((note) => {
      if (note.beats < 1 || chance() < 0.4) return [note];
      const half = note.beats / 2;
      const turn = pick(chance, [1, -1]);
      return [
        { ...note, beats: half },
        { at: note.at + half, beats: half, move: turn },
      ];
    }),
  };
}
