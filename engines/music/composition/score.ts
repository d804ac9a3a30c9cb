import type { GenrePart } from '../genres/genre.ts';
import type { Key } from '../theory.ts';
import type { Chord } from './chords.ts';
import type { TimeSignature } from './metre.ts';
import type { Timeline } from './timeline.ts';

export type Note = {
  /** Written position, in quarter notes from the start. */
  beat: number;
  beats: number;
  pitch: number;
  /** 1 to 127. */
  velocity: number;
  /** An accent is played exactly where it is written. */
  isAccent?: true;
};

export type PlayedNote = Note & {
  /** Played position, in seconds. */
  start: number;
  seconds: number;
};

export type ChordSpan = { beat: number; beats: number; chord: Chord; key: Key };

/** A name says what the phrase does with the motif. */
export type PhraseName = 'intro' | 'statement' | 'variation' | 'contrast' | 'return' | 'ending';
export type Bar = {
  beat: number;
  beats: number;
  phrase: PhraseName;
  /** Index of the section of the plan. */
  section: number;
  key: Key;
  /** 0 to 1. */
  energy: number;
  /** The last of a phrase: fills and cadences are here. */
  closes: boolean;
  /** The first of a phrase. */
  opens: boolean;
};

export type Score = {
  /** The average tempo. The timeline has the tempo from beat to beat. */
  bpm: number;
  timeline: Timeline;
  timeSignature: TimeSignature;
  beatsPerBar: number;
  seconds: number;
  key: Key;
  bars: readonly Bar[];
  chords: readonly ChordSpan[];
  parts: readonly { part: GenrePart; notes: readonly PlayedNote[] }[];
};
