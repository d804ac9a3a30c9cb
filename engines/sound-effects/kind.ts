import type { Chance } from '../dsp/index.ts';
import type { Material } from './blocks/modes.ts';
import type { RoomName } from './blocks/room.ts';
import type { Stereo } from './blocks/signal.ts';

/** How one sound is wanted. */
export type Scene = {
  /** Length in samples. A sound that ends earlier may be shorter; a longer one is cut. */
  length: number;
  chance: Chance;
  /** 1 is usual, 2 twice as large. */
  size: number;
  /** 1 is usual, 2 twice as fast. */
  speed: number;
  /** 0 gentle, 0.5 usual, 1 violent. */
  intensity: number;
  /** How many times, if the prompt says so. */
  count: number | null;
  material: Material | null;
};

export type Kind = {
  /** Words and phrases that name it, separated by commas. */
  words: string;
  /** Related words, for prompts that name no kind. */
  hints?: string;
  /** Length when none is asked for. */
  seconds: number;
  /** Goes on without beginning or end, so it can be looped. */
  isAmbience?: boolean;
  /** The kind is usually heard here; default `room`. */
  room?: RoomName;
  make(scene: Scene): Stereo;
};

/** Kinds that belong together, by name. */
export type Family = Readonly<Record<string, Kind>>;
