export { ROOMS } from './blocks/room.ts';
export {
  createEffectsEngine,
  type EffectOptions,
  type EffectsEngine,
  NoKindNear,
  NotLoopable,
} from './effects-engine.ts';
export type { NamedKind } from './kinds/index.ts';
export type { EffectPlan, Layer } from './plan.ts';
export { LONGEST_SECONDS, type ReadEffect, SHORTEST_SECONDS } from './prompt/read-prompt.ts';
