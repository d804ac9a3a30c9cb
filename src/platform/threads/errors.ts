import { DomainError } from '../errors.ts';

/** Names the work and says what to do: "Checking the tools". */
export class TooMuchWork extends DomainError {
  constructor(what: string, cause?: unknown) {
    super({
      kind: 'invalid',
      code: 'too_much_work',
      public: `${what} takes more computing than a request may use. Send less, or make it simpler.`,
      cause,
    });
  }
}

export class TooManyTasks extends DomainError {
  constructor(max: number) {
    super({
      kind: 'rate_limited',
      code: 'too_many_at_once',
      public: `This account already has ${max} requests waiting to be computed. Wait for one to finish, then try again.`,
      retryAfterSeconds: 5,
    });
  }
}

export class ThreadsBusy extends DomainError {
  constructor() {
    super({
      kind: 'unavailable',
      code: 'busy',
      public: 'The service has too much to compute at the moment. Try again shortly.',
      retryAfterSeconds: 5,
    });
  }
}
