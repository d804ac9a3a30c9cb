import type { DrumPiece } from '../drum-pieces.ts';
import type { InstrumentName } from '../instruments.ts';
import type { Mode } from '../theory.ts';

/**
 * Patterns are strings of sixteenths, one character each, for one bar.
 * Chords: `X` accented, `x` plain, `o` soft: all voices; a digit: that voice alone, from the bottom; `-` holds, `.` rests.
 * Bass: `R` root, `r` soft root, `3` `5` `7` chord tones, `8` octave, `a` a step to the next root, `g` a dead note.
 * Drums: `X` accented, `x` plain, `o` soft, `g` a ghost note.
 * Melodies: `x` a note.
 */
export type Pattern = string;

export type Role = 'melody' | 'counter' | 'comping' | 'pad' | 'arpeggio' | 'bass' | 'drums';

type Placed = {
  instrument: InstrumentName;
  /** Gain in dB relative to the other parts. Instruments are brought to equal loudness before. */
  level: number;
  /** −1 is left, 1 is right. */
  pan?: number;
  /** Share that goes to the common reverb, 0 to 1. */
  reverb?: number;
  /** Gain in dB above 2.5 kHz: lifts instruments that are dull in the font, and softens harsh ones. */
  brightness?: number;
  /** The part is silent in bars with less energy than this. */
  from?: number;
};

export type ChordPart = Placed & {
  role: 'comping' | 'pad' | 'arpeggio';
  /** Patterns go from low energy to high. One is enough. */
  patterns: readonly Pattern[];
  register: readonly [number, number];
  voices: number;
};
export type BassPart = Placed & {
  role: 'bass';
  patterns: readonly Pattern[] | 'walking';
  register?: readonly [number, number];
};
export type MelodyPart = Placed & {
  role: 'melody' | 'counter';
  rhythms: readonly Pattern[];
  register: readonly [number, number];
  /** Chance that a bar which closes a phrase has notes: jazz leaves room, folk does not. Default 1. */
  fullness?: number;
};
export type DrumPart = Placed & {
  role: 'drums';
  /** Patterns go from low energy to high. */
  patterns: readonly Partial<Record<DrumPiece, Pattern>>[];
  /** Fills are played for the last beats of a phrase. */
  fills: readonly Partial<Record<DrumPiece, Pattern>>[];
  crash?: boolean;
};
export type GenrePart = ChordPart | BassPart | MelodyPart | DrumPart;

export type Genre = {
  name: string;
  /** Lowest, usual and highest tempo in beats a minute. */
  tempo: readonly [number, number, number];
  /** Quarter notes in a bar. */
  beats: number;
  mode: Mode;
  /** One chord or two a bar, bars divided by `|`. */
  progressions: { major: readonly string[]; minor: readonly string[] };
  /** The bar before the last chord, and the last chord. */
  cadence: { major: readonly [string, string]; minor: readonly [string, string] };
  /** How often a chord is approached by its own dominant, 0 to 1. */
  secondaryDominants: number;
  /** How late off-beats come, 0 (straight) to 0.34 (triplets), and whether eighths or sixteenths swing. */
  swing?: { amount: number; of: 'eighths' | 'sixteenths' };
  /** Deviation of the players' timing in milliseconds. */
  looseness: number;
  energy: 'steady' | 'build' | 'wave';
  parts: readonly GenrePart[];
  mix: {
    /** Seconds until the reverb has fallen by 60 dB. */
    reverbSeconds: number;
    /** Decibels by which the kick pushes pads and bass down. */
    sidechainDb?: number;
    /** Ratio of the bus compressor; 1 is none. */
    compression: number;
    /** Hertz above which the mix falls off, for worn tapes. */
    darkness?: number;
    /** Noise of vinyl, in dB below the mix. */
    crackleDb?: number;
    /** Saturation of the mix, 0 to 1. */
    drive?: number;
  };
};
