import { domainError } from '../../platform/errors.ts';

/** No live worker offers the engine of the voice. */
export const VoiceEngineOffline = domainError('unavailable', 'voice_engine_offline', (engine: string) => ({
  public: `This voice is spoken by ${engine}, and no worker with that engine is connected. Nothing was charged. Try again later, or clone the voice again: while ${engine} is offline, clones are made for the built-in engine.`,
  retryAfterSeconds: 60,
}));

/** All workers with the engine are busy, or the account has too much waiting for them. */
export const VoiceEngineBusy = domainError('unavailable', 'voice_engine_busy', (engine: string) => ({
  public: `All workers with ${engine} are busy. What was not spoken is not charged. Try again in a moment.`,
  retryAfterSeconds: 15,
}));

/** The worker failed, was lost, took too long or returned something else than speech. */
export const VoiceEngineFailed = domainError(
  'upstream_failed',
  'voice_engine_failed',
  (engine: string, cause: unknown) => ({
    public: `The worker with ${engine} could not speak this text. What was not spoken is not charged. Try again.`,
    cause,
  }),
);

/** Deleted while it was speaking, or while a job that speaks with it was waiting. */
export const RemoteVoiceDeleted = domainError(
  'not_found',
  'voice_not_found',
  'The voice was deleted before everything was spoken.',
);
