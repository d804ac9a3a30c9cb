export { createDenoisingEngine, type DenoisingEngine, DenoisingNotInstalled } from './denoising-engine.ts';
export { type Denoise, loadGtcrn } from './gtcrn.ts';
export { findDenoisingWeights } from './weights.ts';
