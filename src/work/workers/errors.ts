import { internalError } from '../../platform/errors.ts';

/** A request that a worker cannot read was written by a newer server. */
export const UnreadableRequest = internalError('unavailable', 'worker_outdated', (cause: string) => ({
  public: 'This worker cannot read the job. Another worker will take it.',
  cause,
}));
