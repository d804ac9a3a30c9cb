/** Pitch classes count semitones from C: 0 to 11. */
export type PitchClass = number;

export const SCALES = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
  phrygian: [0, 1, 3, 5, 7, 8, 10],
} as const;

export type Mode = keyof typeof SCALES;
export type Key = { tonic: PitchClass; mode: Mode };

const WITH_SHARPS = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'] as const;
const WITH_FLATS = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'Gb', 'G', 'Ab', 'A', 'Bb', 'B'] as const;
/** F, B flat, E flat, A flat and D flat major, and the modes with their notes, are written with flats. */
const FLAT_MAJORS: ReadonlySet<PitchClass> = new Set([5, 10, 3, 8, 1]);

const LETTERS: Record<string, number> = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 };
const ACCIDENTALS: Record<string, number> = { '#': 1, '♯': 1, sharp: 1, b: -1, '♭': -1, flat: -1, '': 0 };
const KEY =
  /^([a-g])\s*(#|♯|b|♭|sharp|flat)?\s*(major|minor|maj|min|m|dorian|mixolydian|lydian|phrygian)?$/iu;

export function modulo(value: number, size: number): number {
  return ((value % size) + size) % size;
}

/** `F# minor`, `Bb`, `am`, `d dorian`. Null for anything else. */
export function parseKey(text: string): Key | null {
  const match = KEY.exec(text.trim());
  if (!match) return null;
  const [, letter = '', accidental = '', word = 'major'] = match;
  const tonic = modulo(
    (LETTERS[letter.toLowerCase()] ?? 0) + (ACCIDENTALS[accidental.toLowerCase()] ?? 0),
    12,
  );
  return { tonic, mode: modeOf(word.toLowerCase()) };
}

function modeOf(word: string): Mode {
  if (word === 'm' || word === 'min') return 'minor';
  return Object.hasOwn(SCALES, word) ? (word as Mode) : 'major';
}

export function keyName({ tonic, mode }: Key): string {
  const names = FLAT_MAJORS.has(modulo(tonic - ABOVE_MAJOR[mode], 12)) ? WITH_FLATS : WITH_SHARPS;
  return `${names[tonic] ?? 'C'} ${mode}`;
}

export function scaleOf({ tonic, mode }: Key): PitchClass[] {
  return SCALES[mode].map((step) => (tonic + step) % 12);
}

/** Whether its tonic chord is minor. */
export function isMinor(mode: Mode): boolean {
  return SCALES[mode][2] === 3;
}

/** How far each mode begins above the major scale with the same notes. */
const ABOVE_MAJOR: Record<Mode, number> = {
  major: 0,
  dorian: 2,
  phrygian: 4,
  lydian: 5,
  mixolydian: 7,
  minor: 9,
};

/** The minor key of a major one and the other way round, with the same notes. */
export function relativeKey({ tonic, mode }: Key): Key {
  const parent = modulo(tonic - ABOVE_MAJOR[mode], 12);
  return isMinor(mode) ? { tonic: parent, mode: 'major' } : { tonic: (parent + 9) % 12, mode: 'minor' };
}

/** The pitch of this class nearest to `pitch`; of two equally near ones the lower. */
export function nearestPitch(pitchClass: PitchClass, pitch: number): number {
  const above = modulo(pitchClass - pitch, 12);
  return above < 6 ? pitch + above : pitch + above - 12;
}
