import type { GenrePart } from '../genres/genre.ts';
import type { Chord } from './chords.ts';
import type { Key } from './theory.ts';

export type Note = {
  /** As written, in quarter notes from the start. */
  beat: number;
  beats: number;
  pitch: number;
  /** 1 to 127. */
  velocity: number;
};

export type PlayedNote = Note & {
  /** As played, in seconds. */
  start: number;
  seconds: number;
};

export type ChordSpan = { beat: number; beats: number; chord: Chord };

export type SectionName = 'intro' | 'statement' | 'variation' | 'contrast' | 'return' | 'ending';
export type Bar = {
  section: SectionName;
  /** 0 to 1. */
  energy: number;
  /** The last of a section: fills and cadences are here. */
  closes: boolean;
  /** The first of a section. */
  opens: boolean;
};

export type Score = {
  bpm: number;
  beatsPerBar: number;
  seconds: number;
  key: Key;
  bars: readonly Bar[];
  chords: readonly ChordSpan[];
  parts: readonly { part: GenrePart; notes: readonly PlayedNote[] }[];
};
