export { createDenoisingEngine, type DenoisingEngine } from './denoising-engine.ts';
export { DenoisingNotInstalled } from './errors.ts';
export { type Denoise, loadGtcrn } from './gtcrn.ts';
export { findDenoisingWeights } from './weights.ts';
