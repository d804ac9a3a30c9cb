import type { VoiceActivityEngine } from '../voice-activity/index.ts';
import type { CallerTranscriber } from './turn-transcriber.ts';
import type { EarEvent, TurnDetection } from './types.ts';

export type EarOptions = {
  activity: Pick<VoiceActivityEngine, 'open'>;
  /** `createTurnTranscriber` makes it. */
  transcribe: CallerTranscriber;
  /** BCP 47. Default: detected in each turn. */
  language?: string | undefined;
  detection: TurnDetection;
  /** A turn ends here whatever is said. Default: 60. */
  maxTurnSeconds?: number | undefined;
  onEvent(event: EarEvent): void;
};
