import { domainError } from '../../../platform/errors.ts';

/** Nothing unsigned leaves, so the work is refused. */
export const SigningFailed = domainError('unavailable', 'signing_unavailable', (cause: unknown) => ({
  public: 'The file could not be signed now. Nothing was charged. Try again in a moment.',
  retryAfterSeconds: 30,
  cause,
}));
