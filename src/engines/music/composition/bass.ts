import { type Chance, pick } from '../../dsp/index.ts';
import type { BassPart } from '../genres/genre.ts';
import { type Chord, scaleOver } from './chords.ts';
import { chordAt, nextChord } from './harmony.ts';
import { byEnergy, stepsOf, velocityOf } from './patterns.ts';
import type { Bar, ChordSpan, Note } from './score.ts';
import { type Key, modulo, nearestPitch, type PitchClass } from './theory.ts';

export const BASS_REGISTER = [28, 47] as const;

export type BassSetting = {
  bars: readonly Bar[];
  chords: readonly ChordSpan[];
  key: Key;
  beatsPerBar: number;
  chance: Chance;
};

export function playBass(part: BassPart, setting: BassSetting): Note[] {
  const [low, high] = part.register ?? BASS_REGISTER;
  const notes: Note[] = [];
  let last = low + 8;
  for (const [index, bar] of setting.bars.entries()) {
    const isSilent = bar.energy < (part.from ?? 0) && bar.section !== 'ending';
    for (const { mark, at, beats } of isSilent ? [] : stepsOf(patternFor(part, bar), setting.beatsPerBar)) {
      const beat = index * setting.beatsPerBar + at;
      const chord = chordAt(setting.chords, beat);
      const change = setting.chords.find((one) => one.beat > beat + 1e-6)?.beat ?? Infinity;
      const pitch = within(pitchFor(mark, chord, beat, last, setting), low, high);
      // The root changes with the chord even if the pattern holds it.
      notes.push({
        beat,
        beats: Math.min(beats, change - beat),
        pitch,
        velocity: velocityOf(mark, bar.energy),
      });
      if (change < beat + beats - 1e-6) {
        const root = within(nearestPitch(chordAt(setting.chords, change).root, pitch), low, high);
        notes.push({
          beat: change,
          beats: beat + beats - change,
          pitch: root,
          velocity: velocityOf('R', bar.energy),
        });
      }
      last = pitch;
    }
  }
  return notes;
}

const WALKING = 'R---w---w---a---';

function patternFor(part: BassPart, bar: Bar): string {
  if (bar.section === 'ending') return `R${'-'.repeat(63)}`;
  return part.patterns === 'walking' ? WALKING : byEnergy(part.patterns, bar.energy);
}

function pitchFor(mark: string, chord: Chord, beat: number, last: number, setting: BassSetting): number {
  const [root = 0, third = root, fifth = root] = chord.tones;
  const tones: Record<string, PitchClass> = { '3': third, '5': fifth, '7': chord.seventh ?? fifth };
  if (mark === 'w') return walk(chord, beat, last, setting);
  // A step to the next root can be no chord tone, so it stays off the strong beats.
  if (mark === 'a') return approach(nextChord(setting.chords, beat), last, setting);
  if (mark === '8') return nearestPitch(root, last) + 12;
  return nearestPitch(tones[mark] ?? root, last);
}

/** From the last note a step or a small leap on; a chord tone in the middle of the bar. */
function walk(chord: Chord, beat: number, last: number, { key, beatsPerBar, chance }: BassSetting): number {
  const isStrong = modulo(beat, beatsPerBar) === 2;
  const classes = isStrong ? chord.tones : scaleOver(chord, key);
  const target = last + pick(chance, [3, 4, -3, 5]);
  const options = classes.map((tone) => nearestPitch(tone, target)).filter((pitch) => pitch !== last);
  return options.reduce(
    (a, b) => (Math.abs(b - target) < Math.abs(a - target) ? b : a),
    options[0] ?? target,
  );
}

function approach(next: Chord, last: number, { chance }: BassSetting): number {
  const root = nearestPitch(next.root, last);
  return root + pick(chance, root > last ? [-1, -2, -1] : [1, 2, -1]);
}

function within(pitch: number, low: number, high: number): number {
  let moved = pitch;
  while (moved > high) moved -= 12;
  while (moved < low) moved += 12;
  return moved;
}
