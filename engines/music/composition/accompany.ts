import type { ChordPart } from '../genres/genre.ts';
import type { Metre } from './metre.ts';
import { byEnergy, heldStep, stepsOf, velocityOf } from './patterns.ts';
import type { Bar, ChordSpan, Note } from './score.ts';
import { createVoiceLeading } from './voicing.ts';

export type VoicedSpan = ChordSpan & { pitches: readonly number[] };

export function voiceChords(part: ChordPart, chords: readonly ChordSpan[]): VoicedSpan[] {
  const lead = createVoiceLeading(part);
  return chords.map((span) => ({ ...span, pitches: lead(span.chord) }));
}

/** Chords in the part's patterns. Voices that are held stop where the chord changes. */
export function accompany(
  part: ChordPart,
  bars: readonly Bar[],
  voiced: readonly VoicedSpan[],
  metre: Metre,
): Note[] {
  const notes: Note[] = [];
  for (const bar of bars) {
    const isLast = bar.phrase === 'ending';
    if (bar.energy < (part.from ?? 0) && !isLast) continue;
    // The last bar is one chord that rings.
    const steps = isLast
      ? heldStep('X', bar.beats)
      : stepsOf(byEnergy(part.patterns, bar.energy), metre, bar.beats);
    for (const step of steps) {
      const beat = bar.beat + step.at;
      const span = voiced.find((one) => one.beat <= beat + 1e-6 && beat < one.beat + one.beats - 1e-6);
      if (!span) continue;
      const beats = Math.min(step.beats, span.beat + span.beats - beat);
      for (const pitch of pitchesFor(step.mark, span.pitches))
        notes.push({ beat, beats, pitch, velocity: velocityOf(step.mark, bar.energy) });
      // A chord held over a change is struck again with the new one.
      const next = voiced.find((one) => Math.abs(one.beat - (beat + beats)) < 1e-6);
      if (beats < step.beats - 1e-6 && next)
        for (const pitch of pitchesFor(step.mark, next.pitches))
          notes.push({
            beat: next.beat,
            beats: step.beats - beats,
            pitch,
            velocity: velocityOf('o', bar.energy),
          });
    }
  }
  return notes;
}

/** A digit beyond the voices continues an octave higher. */
function pitchesFor(mark: string, pitches: readonly number[]): readonly number[] {
  if (!/\d/u.test(mark)) return pitches;
  const voice = Number(mark);
  const pitch = pitches[voice % pitches.length] as number;
  return [pitch + 12 * Math.floor(voice / pitches.length)];
}
