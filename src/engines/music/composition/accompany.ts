import type { ChordPart } from '../genres/genre.ts';
import { chordAt } from './harmony.ts';
import { byEnergy, stepsOf, velocityOf } from './patterns.ts';
import type { Bar, ChordSpan, Note } from './score.ts';
import { createVoiceLeading } from './voicing.ts';

/** Chords in the part's patterns. Voices that are held stop where the chord changes. */
export function accompany(
  part: ChordPart,
  bars: readonly Bar[],
  chords: readonly ChordSpan[],
  beatsPerBar: number,
): Note[] {
  const lead = createVoiceLeading(part);
  const voiced = chords.map((span) => ({ ...span, pitches: lead(span.chord) }));
  const notes: Note[] = [];
  for (const [index, bar] of bars.entries()) {
    if (bar.energy < (part.from ?? 0) && bar.section !== 'ending') continue;
    const pattern = byEnergy(part.patterns, bar.energy);
    for (const step of stepsOf(endingPattern(pattern, bar), beatsPerBar)) {
      const beat = index * beatsPerBar + step.at;
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

/** The last bar is one chord that rings. */
function endingPattern(pattern: string, bar: Bar): string {
  return bar.section === 'ending' ? `X${'-'.repeat(63)}` : pattern;
}

/** A digit beyond the voices continues an octave higher. */
function pitchesFor(mark: string, pitches: readonly number[]): readonly number[] {
  if (!/\d/u.test(mark)) return pitches;
  const voice = Number(mark);
  const pitch = pitches[voice % pitches.length] as number;
  return [pitch + 12 * Math.floor(voice / pitches.length)];
}

/** Whether the pitch belongs to the chord that sounds at this beat. */
export function isChordTone(chords: readonly ChordSpan[], beat: number, pitch: number): boolean {
  return chordAt(chords, beat).tones.includes(pitch % 12);
}
