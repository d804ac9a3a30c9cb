import { seedFrom } from '../dsp/index.ts';
import type { EnergyCurve } from './composition/form.ts';
import type { Key } from './composition/theory.ts';
import type { GenreName } from './genres/index.ts';
import { FAMILIES, type InstrumentName } from './performance/instruments.ts';
import type { Era } from './prompt/eras.ts';
import type { MoodName } from './prompt/moods.ts';

/** What may be left out: a role, or a family of instruments. */
export const EXCLUSIONS = ['melody', 'chords', ...FAMILIES] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

export const TIME_SIGNATURES = {
  '4/4': 4,
  '3/4': 3,
  '2/4': 2,
  '6/8': 3,
  '5/4': 5,
  '7/8': 3.5,
  '12/8': 6,
} as const;
export type TimeSignature = keyof typeof TIME_SIGNATURES;

/** Everything that decides a piece besides its length and its seed. */
export type MusicPlan = {
  genre: GenreName;
  mood: MoodName;
  bpm: number;
  /** Whether the tempo was asked for; otherwise it may move within the range of the genre. */
  isTempoFixed: boolean;
  key: Key;
  timeSignature: TimeSignature;
  /** That were asked for, besides those of the genre. */
  instruments: readonly InstrumentName[];
  without: readonly Exclusion[];
  energy: EnergyCurve;
  /** 0 to 1. */
  intensity: number;
  era: Era | null;
};

/** The music is lowered under these words: seconds from its start, in order. */
export type Ducking = { words: readonly { start: number; end: number }[]; decibels: number };

/** A piece: the same plan, seed, length and ducking give the same samples. */
export type Piece = { plan: MusicPlan; seconds: number; seed: number; isLoop: boolean; ducking?: Ducking };

/** Two prompts that make the same plan are still two pieces. */
export function seedOf(prompt: string, seed: number): number {
  return seedFrom(`${seed} ${prompt.trim().toLowerCase()}`);
}
