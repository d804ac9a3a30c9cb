export { trackFromAudio } from './audio/track-from-audio.ts';
export { curvesOf } from './curves.ts';
export {
  DEFAULT_LIPSYNC_MODEL,
  findLipsyncModel,
  LIPSYNC_MODELS,
  type LipsyncModel,
} from './models.ts';
export type { LipSteps } from './neural/layout.ts';
export { SAMPLE_RATE as LIPS_RATE } from './neural/layout.ts';
export { createLipsEngine, type LipsEngine } from './neural/lips-engine.ts';

export { trackFromLips, withMouthForm } from './neural/track-from-lips.ts';
export { type FaceMoment, performanceOf, stillFace } from './performance/perform.ts';
export { type SampleSource, sampleFile } from './sample-source.ts';
export { SpeechTracker, trackFromSpeech } from './track-from-phonemes.ts';
export { type MouthTrack, VISEMES, type Viseme } from './types.ts';
