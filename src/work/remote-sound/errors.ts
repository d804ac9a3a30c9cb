import { DomainError } from '../../platform/errors.ts';

export class UnknownSoundModel extends DomainError {
  constructor(known: readonly string[]) {
    const message = `Unknown model. Use one of these, or omit it: ${known.join(', ')}.`;
    super({ kind: 'invalid', code: 'unknown_model', public: message });
  }
}

/** A worker has offered it, but none that does is connected now. */
export class SoundModelOffline extends DomainError {
  constructor(model: string) {
    super({
      kind: 'unavailable',
      code: 'model_offline',
      public: `No worker with ${model} is connected. Nothing was charged. Try again later, or omit model.`,
      retryAfterSeconds: 60,
    });
  }
}

/** All workers with the model are busy, or the account has too much waiting for them. */
export class SoundModelBusy extends DomainError {
  constructor(model: string) {
    super({
      kind: 'unavailable',
      code: 'model_busy',
      public: `All workers with ${model} are busy. Nothing was charged. Try again in a moment.`,
      retryAfterSeconds: 15,
    });
  }
}

/** The worker failed, was lost, took too long or returned something else than was asked for. */
export class SoundModelFailed extends DomainError {
  constructor(model: string, cause: unknown) {
    super({
      kind: 'upstream_failed',
      code: 'model_failed',
      public: `The worker with ${model} could not make this sound. Nothing was charged. Try again.`,
      cause,
    });
  }
}
