export {
  type AdaptEngines,
  type AdaptedVoice,
  type AdaptOptions,
  type AdaptRequest,
  adaptVoice,
} from './adapt/adapt-voice.ts';
export { type AdaptingEngine, createAdaptingEngine } from './adapt/adapting-engine.ts';
export { type CloningEngine, createCloningEngine } from './cloning-engine.ts';

export { type FitEngines, type FitOptions, type FitRequest, fitVoice } from './fit/fit-voice.ts';
export type { Fitting } from './fit/fitting.ts';
export { createFittingEngine, type FittingEngine } from './fit/fitting-engine.ts';
export { chosenRecordings, joinedSamples, type RatedRecording } from './fit/pool-recordings.ts';
export { type MatchOptions, type MatchRequest, matchVoice } from './match/match-voice.ts';
export { type NearVoice, nearestVoices, rankedVoices, similarVoices } from './match/nearest-voice.ts';
export { logPitchOf, measuredPresets } from './match/presets.ts';
export { printCosine } from './match/target.ts';
export { SampleRefused } from './samples/errors.ts';
export { cleanedReport, type SampleReport } from './samples/report.ts';
