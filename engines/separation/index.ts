export { createSeparationEngine, type SeparationEngine } from './separation-engine.ts';
export type { SeparationMethod, SeparationRequest, Span } from './types.ts';
export { findSeparationWeights } from './weights.ts';
