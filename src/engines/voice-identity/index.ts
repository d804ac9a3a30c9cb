export { createPowerSpectrum } from './fourier.ts';
export type { Stretch } from './frame-sums.ts';
export { type HeardVoices, loadVoiceprints, STEP_SECONDS, type Voiceprints } from './voiceprints.ts';
export { findVoiceWeights, type VoiceWeightFiles } from './weights.ts';
