export { createMixingEngine, type MixingEngine } from './mixing-engine.ts';
export type { Clip, MixRequest } from './types.ts';
