import { domainError } from '../errors.ts';

/** Names the work and says what to do: "Checking the tools". */
export const TooMuchWork = domainError('invalid', 'too_much_work', (what: string, cause?: unknown) => ({
  public: `${what} takes more computing than a request may use. Send less, or make it simpler.`,
  cause,
}));

export const TooManyTasks = domainError('rate_limited', 'too_many_at_once', (max: number) => ({
  public: `This account already has ${max} requests waiting to be computed. Wait for one to finish, then try again.`,
  retryAfterSeconds: 5,
}));

export const ThreadsBusy = domainError('unavailable', 'busy', {
  public: 'The service has too much to compute at the moment. Try again shortly.',
  retryAfterSeconds: 5,
});
