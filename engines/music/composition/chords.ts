import { type Key, modulo, type PitchClass, scaleOf } from '../theory.ts';

export type Chord = {
  /** The Roman numeral that it was read from. */
  numeral: string;
  root: PitchClass;
  /** Root first. */
  tones: readonly PitchClass[];
  /** The seventh of the chord, which wants to fall by a step. */
  seventh: PitchClass | null;
  /** The third of a dominant seventh, which wants to rise by a semitone. */
  leadingTone: PitchClass | null;
};

const DEGREES: Record<string, number> = { i: 0, ii: 2, iii: 4, iv: 5, v: 7, vi: 9, vii: 11 };
const NUMERAL = /^(b|#)?(vii|vi|iv|v|iii|ii|i)(.*)$/iu;

/** Semitones above the root; `M` for numerals in capitals, `m` for small ones. */
const QUALITIES: Record<string, { M: readonly number[]; m: readonly number[] }> = {
  '': { M: [0, 4, 7], m: [0, 3, 7] },
  '5': { M: [0, 7], m: [0, 7] },
  '6': { M: [0, 4, 7, 9], m: [0, 3, 7, 9] },
  '7': { M: [0, 4, 7, 10], m: [0, 3, 7, 10] },
  maj7: { M: [0, 4, 7, 11], m: [0, 3, 7, 11] },
  '9': { M: [0, 4, 7, 10, 2], m: [0, 3, 7, 10, 2] },
  maj9: { M: [0, 4, 7, 11, 2], m: [0, 3, 7, 11, 2] },
  '13': { M: [0, 4, 7, 10, 9], m: [0, 3, 7, 10, 9] },
  '7b9': { M: [0, 4, 7, 10, 1], m: [0, 3, 7, 10, 1] },
  add9: { M: [0, 4, 7, 2], m: [0, 3, 7, 2] },
  sus4: { M: [0, 5, 7], m: [0, 5, 7] },
  '7sus4': { M: [0, 5, 7, 10], m: [0, 5, 7, 10] },
  sus2: { M: [0, 2, 7], m: [0, 2, 7] },
  o: { M: [0, 3, 6], m: [0, 3, 6] },
  o7: { M: [0, 3, 6, 9], m: [0, 3, 6, 9] },
  ø7: { M: [0, 3, 6, 10], m: [0, 3, 6, 10] },
};

/**
 * Reads a Roman numeral. Degrees are those of the major scale in every mode (the sixth of a minor key is `bVI`); small
 * numerals are minor; `V7/ii` is the dominant of the second degree.
 */
export function chordOf(numeral: string, tonic: PitchClass): Chord {
  const [name = '', target] = numeral.split('/');
  const base = target === undefined ? tonic : chordOf(target, tonic).root;
  const match = NUMERAL.exec(name);
  const [, accidental, degree = '', suffix = ''] = match ?? [];
  const quality = QUALITIES[suffix];
  if (!match || !quality) throw new RangeError(`${numeral} is not a chord`);
  const root = modulo(base + (DEGREES[degree.toLowerCase()] ?? 0) + shift(accidental), 12);
  const intervals = degree === degree.toUpperCase() ? quality.M : quality.m;
  const tones = intervals.map((interval) => (root + interval) % 12);
  const isDominant = intervals.includes(4) && intervals.includes(10);
  const seventh = intervals.find((interval) => interval === 10 || interval === 11);
  return {
    numeral,
    root,
    tones,
    seventh: seventh === undefined ? null : (root + seventh) % 12,
    leadingTone: isDominant ? (root + 4) % 12 : null,
  };
}

function shift(accidental: string | undefined): number {
  if (accidental === undefined) return 0;
  return accidental === 'b' ? -1 : 1;
}

/** The scale of the key with the chord's own tones instead of their neighbours, for melodies over borrowed chords. */
export function scaleOver(chord: Chord, key: Key): PitchClass[] {
  const foreign = chord.tones.filter((tone) => !scaleOf(key).includes(tone));
  const kept = scaleOf(key).filter(
    (pitch) =>
      chord.tones.includes(pitch) ||
      !foreign.some((tone) => modulo(tone - pitch, 12) === 1 || modulo(pitch - tone, 12) === 1),
  );
  return [...kept, ...foreign].sort((a, b) => a - b);
}
