export { trackFromAudio } from './audio/track-from-audio.ts';
export { curvesOf, type MouthCurves } from './curves.ts';
export {
  DEFAULT_LIPSYNC_MODEL,
  findLipsyncModel,
  LIPSYNC_MODELS,
  type LipsyncModel,
  OWN_LIPSYNC_MODEL,
} from './models.ts';
export { type FaceMoment, type Performance, performanceOf, stillFace } from './performance/perform.ts';
export { trackFromSpeech } from './track-from-phonemes.ts';
export { type MouthTrack, VISEMES, type Viseme, type VisemeCue } from './types.ts';
