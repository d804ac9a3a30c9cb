import type { Chance } from '../../dsp/index.ts';
import type { MelodyPart } from '../genres/genre.ts';
import { modulo } from '../theory.ts';
import { scaleOver } from './chords.ts';
import { spanAt } from './harmony.ts';
import { isStrong, type Metre } from './metre.ts';
import { createMotif, inverted, type Motif, ornamented } from './motif.ts';
import type { Bar, ChordSpan, Note, PhraseName } from './score.ts';

export type MelodySetting = {
  bars: readonly Bar[];
  chords: readonly ChordSpan[];
  metre: Metre;
  chance: Chance;
};

const STUCK = 4;
const LIFT: Partial<Record<PhraseName, number>> = { contrast: 4, variation: 2 };

/** A motif is stated, varied, contrasted with another and brought back; the last note is the tonic. */
export function singMelody(part: MelodyPart, setting: MelodySetting): Note[] {
  const { bars, metre, chance } = setting;
  const motif = createMotif(part.rhythms, metre, chance);
  const forms: Record<Exclude<PhraseName, 'intro' | 'ending'>, Motif> = {
    statement: motif,
    variation: ornamented(motif, chance),
    contrast: inverted(createMotif(part.rhythms, metre, chance)),
    return: motif,
  };
  const [low, high] = part.register;
  const home = (low + high) / 2;
  const notes: Note[] = [];
  let pitch = home;
  let opening = 0;
  for (const [index, bar] of bars.entries()) {
    if (bar.opens) {
      opening = index;
      pitch = home + (LIFT[bar.phrase] ?? 0);
    }
    if (bar.phrase === 'intro' || isSilent(part, bar)) continue;
    if (bar.phrase === 'ending') {
      notes.push(lastNote(pitch, bar, setting));
      continue;
    }
    if (bar.closes && index > opening && chance() > (part.fullness ?? 1)) continue;
    const inMotif = modulo(index - opening, 2) * metre.beats;
    for (const note of forms[bar.phrase].notes) {
      const at = note.at - inMotif;
      if (at < 0 || at >= Math.min(metre.beats, bar.beats) - 1e-6) continue;
      const beats = Math.min(note.beats, bar.beats - at);
      pitch = nextPitch(pitch, { ...note, at, beats }, bar.beat, part, setting);
      const accent = metre.pulses.includes(at) ? 96 : 84;
      notes.push({
        beat: bar.beat + at,
        beats: beats * 0.95,
        pitch,
        velocity: accent * (0.75 + 0.25 * bar.energy),
      });
    }
  }
  return notes;
}

/** A melody that waits for more energy still states its motif and brings it back. */
function isSilent({ role, from = 0 }: MelodyPart, { phrase, energy }: Bar): boolean {
  const isDue = phrase === 'ending' || (role === 'melody' && (phrase === 'statement' || phrase === 'return'));
  return energy < from && !isDue;
}

/** Chooses a chord tone on strong beats and for long notes, and a tone of the scale between them. */
function nextPitch(
  before: number,
  note: { at: number; beats: number; move: number },
  bar: number,
  { register: [low, high] }: MelodyPart,
  { chords, metre }: MelodySetting,
): number {
  const { chord, key } = spanAt(chords, bar + note.at);
  const scale = scaleOver(chord, key);
  const classes = isStrong(metre, note.at) || note.beats >= 1 ? chord.tones : scale;
  const target = alongScale(before, note.move, scale);
  // A motif that moves must be heard to move, even where the chord would hold it back.
  const cost = (pitch: number) => distance(pitch, target) + (pitch === before && note.move !== 0 ? STUCK : 0);
  const options: number[] = [];
  for (let pitch = low; pitch <= high; pitch += 1) if (classes.includes(pitch % 12)) options.push(pitch);
  return options.reduce((a, b) => (cost(b) < cost(a) ? b : a), options[0] ?? target);
}

/** Prefers the lower of two equally near tones, since melodies fall more readily than they rise. */
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

function lastNote(before: number, bar: Bar, { chords }: MelodySetting): Note {
  const final = chords.at(-1);
  const beat = Math.max(bar.beat, final?.beat ?? bar.beat);
  let pitch = Math.round(before);
  while (modulo(pitch, 12) !== bar.key.tonic) pitch -= 1;
  if (before - pitch > 6) pitch += 12;
  return { beat, beats: bar.beat + bar.beats - beat, pitch, velocity: 88 * (0.75 + 0.25 * bar.energy) };
}
