export { createEar, type Ear } from './ear.ts';

export { SoundBacklog, SoundTooLong } from './errors.ts';

export { type CallerTranscriber, createTurnTranscriber, type TurnTranscriber } from './turn-transcriber.ts';
export type {
  Eagerness,
  EarEvent,
  Heard,
  Manner,
  Said,
  TurnDetection,
} from './types.ts';
