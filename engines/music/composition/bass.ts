import { type Chance, pick } from '../../dsp/index.ts';
import type { BassPart } from '../genres/genre.ts';
import { nearestPitch, type PitchClass } from '../theory.ts';
import { type Chord, scaleOver } from './chords.ts';
import { chordAt, nextChord, spanAt } from './harmony.ts';
import { isStrong, type Metre } from './metre.ts';
import { byEnergy, heldStep, type Step, stepsOf, velocityOf } from './patterns.ts';
import type { Bar, ChordSpan, Note } from './score.ts';

export const BASS_REGISTER = [28, 47] as const;

export type BassSetting = {
  bars: readonly Bar[];
  chords: readonly ChordSpan[];
  metre: Metre;
  chance: Chance;
};

export function playBass(part: BassPart, setting: BassSetting): Note[] {
  const [low, high] = part.register ?? BASS_REGISTER;
  const notes: Note[] = [];
  let last = low + 8;
  for (const bar of setting.bars) {
    const isSilent = bar.energy < (part.from ?? 0) && bar.phrase !== 'ending';
    for (const { mark, at, beats } of isSilent ? [] : stepsFor(part, bar, setting.metre)) {
      const beat = bar.beat + at;
      const change = setting.chords.find((one) => one.beat > beat + 1e-6)?.beat ?? Infinity;
      const pitch = within(pitchFor(mark, beat, isStrong(setting.metre, at), last, setting), low, high);
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

function stepsFor(part: BassPart, bar: Bar, metre: Metre): Step[] {
  if (bar.phrase === 'ending') return heldStep('R', bar.beats);
  const pattern = part.patterns === 'walking' ? WALKING : byEnergy(part.patterns, bar.energy);
  return stepsOf(pattern, metre, bar.beats);
}

function pitchFor(
  mark: string,
  beat: number,
  isOnStrongBeat: boolean,
  last: number,
  setting: BassSetting,
): number {
  const span = spanAt(setting.chords, beat);
  const [root = 0, third = root, fifth = root] = span.chord.tones;
  const tones: Record<string, PitchClass> = { '3': third, '5': fifth, '7': span.chord.seventh ?? fifth };
  if (mark === 'w') return walk(span, isOnStrongBeat, last, setting);
  // A step to the next root can be no chord tone, so it stays off the strong beats.
  if (mark === 'a' && !isOnStrongBeat) return approach(nextChord(setting.chords, beat), last, setting);
  if (mark === '8') return nearestPitch(root, last) + 12;
  return nearestPitch(tones[mark] ?? root, last);
}

/** Moves by a step or a small leap from the last note. A strong beat gets a chord tone. */
function walk(
  { chord, key }: ChordSpan,
  isOnStrongBeat: boolean,
  last: number,
  { chance }: BassSetting,
): number {
  const classes = isOnStrongBeat ? chord.tones : scaleOver(chord, key);
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

export function within(pitch: number, low: number, high: number): number {
  let moved = pitch;
  while (moved > high) moved -= 12;
  while (moved < low) moved += 12;
  return moved;
}
