export { ROOMS } from './blocks/room.ts';
export {
  createEffectsEngine,
  type EffectsEngine,
} from './effects-engine.ts';

export { LONGEST_SECONDS, type ReadEffect, SHORTEST_SECONDS } from './prompt/read-prompt.ts';
