export { createEar, type Ear } from './ear.ts';
export type { EarOptions } from './ear-options.ts';
export { judgePause, type Pause, type PauseVerdict } from './end-of-turn.ts';
export { SoundBacklog, SoundTooLong } from './errors.ts';
export { mannerOf } from './manner.ts';
export { type CallerTranscriber, createTurnTranscriber, type TurnTranscriber } from './turn-transcriber.ts';
export type {
  Eagerness,
  EarEvent,
  EndReason,
  Heard,
  Manner,
  PauseReason,
  Said,
  TurnDetection,
} from './types.ts';
