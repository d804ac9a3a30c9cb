export { frameLayers } from './frame-graph.ts';
export type { Stretch } from './frame-sums.ts';
export { SPECTRUM_BANDS, SPECTRUM_CENTRES_HZ, SPECTRUM_EDGES_HZ } from './long-term-spectrum.ts';
export * as MFCC from './mfcc.ts';
export { levelled } from './speech-frames.ts';
export {
  extractVoiceFeatures,
  FEATURE_SIZE,
  featureVector,
  PITCH_UNIT_LOG,
  PRINT_SIZE,
  SPECTRUM_UNIT_DB,
  type VoiceFeatures,
} from './voice-features.ts';
export { loadVoiceprints, type SpeechPrints, STEP_SECONDS, type Voiceprints } from './voiceprints.ts';
export { findVoiceWeights, VOICE_WEIGHTS, type VoiceWeightFiles } from './weights.ts';
export { CONTEXT_FRAMES, readXVectorNetwork, type XVectorNetwork } from './x-vector-network.ts';
