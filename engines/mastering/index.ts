export type { MasteringRules } from './master.ts';
export { createMasteringEngine, type MasteringEngine } from './mastering-engine.ts';
