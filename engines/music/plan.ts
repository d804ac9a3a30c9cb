import { type Ducking, seedFrom } from '../dsp/index.ts';
import type { EnergyCurve } from './composition/energy.ts';
import { METRES, type TimeSignature } from './composition/metre.ts';
import type { GenreName } from './genres/index.ts';
import { FAMILIES, type InstrumentName } from './instruments.ts';
import type { Era } from './prompt/eras.ts';
import type { MoodName } from './prompt/moods.ts';
import type { Key } from './theory.ts';

/** A request may leave out these: a role, or a family of instruments. */
export const EXCLUSIONS = ['melody', 'chords', ...FAMILIES] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

export { METRES as TIME_SIGNATURES, type TimeSignature };

/** Shortest and longest piece. */
export const PIECE_SECONDS = [2, 20] as const;

/** A stretch of the piece with a length of its own. */
export type Section = {
  seconds: number;
  /** The caller's name for the section. */
  name: string | null;
  mood: MoodName;
  key: Key;
  /** 0 to 1. */
  intensity: number;
  /** The curve within the section; null follows that of the piece. */
  energy: EnergyCurve | null;
};

/** Everything that decides a piece besides its length and its seed. */
export type MusicPlan = {
  genre: GenreName;
  mood: MoodName;
  bpm: number;
  /** Whether it is played at exactly this tempo; otherwise it may move within the range of the genre. */
  isTempoFixed: boolean;
  key: Key;
  timeSignature: TimeSignature;
  /** Instruments that were asked for, besides those of the genre. */
  instruments: readonly InstrumentName[];
  without: readonly Exclusion[];
  energy: EnergyCurve;
  /** 0 to 1. */
  intensity: number;
  era: Era | null;
  /** Their lengths add up to that of the piece. Empty: one section. */
  sections: readonly Section[];
  /** Seconds at which an accent falls, in order. */
  hitPoints: readonly number[];
};

/** A piece: the same plan, seed, length and ducking give the same samples. */
export type Piece = { plan: MusicPlan; seconds: number; seed: number; isLoop: boolean; ducking?: Ducking };

/** Two prompts that make the same plan are still two pieces. */
export function seedOf(prompt: string, seed: number): number {
  return seedFrom(`${seed} ${prompt.trim().toLowerCase()}`);
}
