export { trackFromAudio } from './audio/track-from-audio.ts';
export { curvesOf, type MouthCurves } from './curves.ts';
export {
  DEFAULT_LIPSYNC_MODEL,
  findLipsyncModel,
  LIPSYNC_MODELS,
  type LipsyncModel,
} from './models.ts';
export type { LipSteps } from './neural/layout.ts';
export { createLipsEngine, type LipsEngine } from './neural/lips-engine.ts';
export type { LiveLips } from './neural/live-lips.ts';
export { trackFromLips, withMouthForm } from './neural/track-from-lips.ts';
export { type FaceMoment, type Performance, performanceOf, stillFace } from './performance/perform.ts';
export { type SampleSource, type Samples, sampleFile } from './sample-source.ts';
export { SpeechTracker, trackFromSpeech } from './track-from-phonemes.ts';
export { type MouthTrack, VISEMES, type Viseme, type VisemeCue } from './types.ts';
