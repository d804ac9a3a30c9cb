import { DomainError } from '../../platform/errors.ts';

/** A request that a worker cannot read was written by a newer server. */
export class UnreadableRequest extends DomainError {
  constructor(cause: string) {
    super({
      kind: 'unavailable',
      code: 'worker_outdated',
      public: 'This worker cannot read the job. Another worker will take it.',
      cause,
    });
  }
}
