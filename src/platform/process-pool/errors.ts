import { DomainError } from '../errors.ts';

/** The process died, hung, ran out of memory or threw something that is not a fact of the domain. */
export class EngineFailed extends DomainError {
  constructor(options: { cause?: unknown } = {}) {
    super({
      kind: 'upstream_failed',
      code: 'engine_unavailable',
      public: 'The engine could not finish this request. Please try again in a moment.',
      cause: options.cause,
    });
  }
}

/** More calls are waiting than the pool is willing to hold. */
export class EngineBusy extends DomainError {
  constructor(options: { cause?: unknown } = {}) {
    super({
      kind: 'upstream_failed',
      code: 'engine_busy',
      public: 'The engine has too many requests waiting. Please try again in a few seconds.',
      cause: options.cause,
    });
  }
}
