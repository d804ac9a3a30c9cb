export { createMixingEngine, type MixingEngine } from './mixing-engine.ts';
export type { Clip, Mixed, MixRequest, TimeMark } from './types.ts';
