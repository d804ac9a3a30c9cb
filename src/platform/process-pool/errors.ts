import { DomainError } from '../errors.ts';

/** The process died, hung, ran out of memory or threw something other than a domain error. */
export class EngineFailed extends DomainError {
  constructor(options: { cause?: unknown } = {}) {
    super({
      kind: 'upstream_failed',
      code: 'engine_unavailable',
      public: 'The engine could not finish this request. Try again in a moment.',
      cause: options.cause,
    });
  }
}

/** The queue of waiting calls is full. */
export class EngineBusy extends DomainError {
  constructor(options: { cause?: unknown } = {}) {
    super({
      kind: 'upstream_failed',
      code: 'engine_busy',
      public: 'The engine has too many requests waiting. Try again in a few seconds.',
      cause: options.cause,
    });
  }
}
