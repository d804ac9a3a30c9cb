import type { Material } from './blocks/modes.ts';
import type { RoomName } from './blocks/room.ts';

/** One sound of an effect. */
export type Layer = {
  kind: string;
  /** 1 is usual, 2 twice as large. */
  size: number;
  /** 0 near, 1 far away. */
  distance: number;
  /** 1 is usual, 2 twice as fast. */
  speed: number;
  /** 0 gentle, 0.5 usual, 1 violent. */
  intensity: number;
  count: number | null;
  material: Material | null;
  /** Follows the layer before it instead of sounding with it. */
  isNext: boolean;
};

/** The understood prompt. It is plain data, so that it can go to the engine's process. */
export type EffectPlan = {
  layers: Layer[];
  /** If null, each kind is heard in its usual room. */
  room: RoomName | null;
  seconds: number;
};
