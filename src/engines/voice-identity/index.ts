export { createPowerSpectrum } from './fourier.ts';
export type { Stretch } from './frame-sums.ts';
export { findTurns, type Turn } from './turns/find-turns.ts';
export { withPitch } from './turns/pitch.ts';
export { type HeardVoices, loadVoiceprints, STEP_SECONDS, type Voiceprints } from './voiceprints.ts';
export { findVoiceWeights, type VoiceWeightFiles } from './weights.ts';
