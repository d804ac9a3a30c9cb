import { domainError } from '../../platform/errors.ts';

/** A worker has offered it, but none that does is connected now. */
export const HearingModelOffline = domainError('unavailable', 'model_offline', (model: string) => ({
  public: `No worker with ${model} is connected. Nothing was charged. Try again later, or omit model.`,
  retryAfterSeconds: 60,
}));

/** All workers with the model are busy, or the account has too much waiting for them. */
export const HearingModelBusy = domainError('unavailable', 'model_busy', (model: string) => ({
  public: `All workers with ${model} are busy. Nothing was charged. Try again in a moment.`,
  retryAfterSeconds: 15,
}));

/** The worker failed, was lost, took too long or returned something else than a transcript. */
export const HearingModelFailed = domainError(
  'upstream_failed',
  'model_failed',
  (model: string, cause: unknown) => ({
    public: `The worker with ${model} could not transcribe this. Nothing was charged. Try again.`,
    cause,
  }),
);
