export { createSeparationEngine, type SeparationEngine } from './separation-engine.ts';
export type { SeparationRequest, Span } from './types.ts';
export { findSeparationWeights } from './weights.ts';
