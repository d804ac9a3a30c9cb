export { frameLayers } from './frame-graph.ts';
export type { Stretch } from './frame-sums.ts';
export {
  HEARD_SIZE,
  type HeardVoice,
  heardVector,
  hearVoice,
  PITCH_UNIT_LOG,
  PRINT_SIZE,
  SPECTRUM_UNIT_DB,
} from './heard-voice.ts';
export { SPECTRUM_BANDS, SPECTRUM_CENTRES_HZ, SPECTRUM_EDGES_HZ } from './long-term-spectrum.ts';
export * as MFCC from './mfcc.ts';
export { levelled } from './spoken-frames.ts';
export { type HeardVoices, loadVoiceprints, STEP_SECONDS, type Voiceprints } from './voiceprints.ts';
export { findVoiceWeights, VOICE_WEIGHTS, type VoiceWeightFiles } from './weights.ts';
export { CONTEXT_FRAMES, readXVectorNetwork, type XVectorNetwork } from './x-vector-network.ts';
