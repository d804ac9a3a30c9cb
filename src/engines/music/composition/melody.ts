import type { Chance } from '../../dsp/index.ts';
import type { MelodyPart } from '../genres/genre.ts';
import { scaleOver } from './chords.ts';
import { chordAt } from './harmony.ts';
import { createMotif, inverted, type Motif, ornamented, simplified } from './motif.ts';
import type { Bar, ChordSpan, Note, SectionName } from './score.ts';
import { type Key, modulo } from './theory.ts';

export type MelodySetting = {
  bars: readonly Bar[];
  chords: readonly ChordSpan[];
  key: Key;
  beatsPerBar: number;
  chance: Chance;
};

const STUCK = 4;
const LIFT: Partial<Record<SectionName, number>> = { contrast: 4, variation: 2 };

/** A motif is stated, varied, contrasted with its inversion and brought back; the last note is the tonic. */
export function singMelody(part: MelodyPart, setting: MelodySetting): Note[] {
  const { bars, beatsPerBar, chance } = setting;
  const motif = createMotif(part.rhythms, beatsPerBar, chance);
  const forms: Record<SectionName, Motif> = {
    intro: simplified(motif),
    statement: motif,
    variation: ornamented(motif, chance),
    contrast: inverted(createMotif(part.rhythms, beatsPerBar, chance)),
    return: motif,
    ending: motif,
  };
  const [low, high] = part.register;
  const home = (low + high) / 2;
  const notes: Note[] = [];
  let pitch = home;
  let opening = 0;
  for (const [index, bar] of bars.entries()) {
    if (bar.opens) {
      opening = index;
      pitch = home + (LIFT[bar.section] ?? 0);
    }
    if (bar.section === 'intro' || (bar.energy < (part.from ?? 0) && bar.section !== 'ending')) continue;
    const start = index * beatsPerBar;
    if (bar.section === 'ending') {
      notes.push(lastNote(start, pitch, bar, setting));
      continue;
    }
    if (bar.closes && index > opening && chance() > (part.fullness ?? 1)) continue;
    const inMotif = modulo(index - opening, 2) * beatsPerBar;
    for (const note of forms[bar.section].notes) {
      if (note.at < inMotif || note.at >= inMotif + beatsPerBar) continue;
      const beat = start + note.at - inMotif;
      pitch = nextPitch(pitch, note, beat, part, setting);
      const accent = Number.isInteger(note.at) ? 96 : 84;
      notes.push({ beat, beats: note.beats * 0.95, pitch, velocity: accent * (0.75 + 0.25 * bar.energy) });
    }
  }
  return notes;
}

/** On strong beats and for long notes a tone of the chord, between them the scale. */
function nextPitch(
  before: number,
  note: { beats: number; move: number },
  beat: number,
  { register: [low, high] }: MelodyPart,
  { chords, key, beatsPerBar }: MelodySetting,
): number {
  const chord = chordAt(chords, beat);
  const inBar = modulo(beat, beatsPerBar);
  const isStrong = inBar === 0 || (inBar === 2 && beatsPerBar === 4) || note.beats >= 1;
  const scale = scaleOver(chord, key);
  const classes = isStrong ? chord.tones : scale;
  const target = alongScale(before, note.move, scale);
  // A motif that moves must be heard to move, even where the chord would hold it back.
  const cost = (pitch: number) => distance(pitch, target) + (pitch === before && note.move !== 0 ? STUCK : 0);
  const options: number[] = [];
  for (let pitch = low; pitch <= high; pitch += 1) if (classes.includes(pitch % 12)) options.push(pitch);
  return options.reduce((a, b) => (cost(b) < cost(a) ? b : a), options[0] ?? target);
}

/** Of two equally near tones the lower: melodies fall more readily than they rise. */
function distance(pitch: number, target: number): number {
  return Math.abs(pitch - target) + (pitch > target ? 0.1 : 0);
}

function alongScale(pitch: number, steps: number, scale: readonly number[]): number {
  let at = Math.round(pitch);
  for (let left = Math.abs(steps); left > 0; left -= 1) {
    at += Math.sign(steps);
    while (!scale.includes(modulo(at, 12))) at += Math.sign(steps);
  }
  return at;
}

function lastNote(
  start: number,
  before: number,
  bar: Bar,
  { chords, key, beatsPerBar }: MelodySetting,
): Note {
  const final = chords.at(-1);
  const beat = Math.max(start, final?.beat ?? start);
  let pitch = Math.round(before);
  while (modulo(pitch, 12) !== key.tonic) pitch -= 1;
  if (before - pitch > 6) pitch += 12;
  return { beat, beats: start + beatsPerBar - beat, pitch, velocity: 88 * (0.75 + 0.25 * bar.energy) };
}
