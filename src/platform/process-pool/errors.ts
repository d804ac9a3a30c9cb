import { domainError } from '../errors.ts';

/** The process died, hung, ran out of memory or threw something other than a domain error. */
export const EngineFailed = domainError(
  'upstream_failed',
  'engine_unavailable',
  (options: { cause?: unknown } = {}) => ({
    public: 'The engine could not finish this request. Try again in a moment.',
    cause: options.cause,
  }),
);

/** The queue of waiting calls is full. */
export const EngineBusy = domainError(
  'upstream_failed',
  'engine_busy',
  (options: { cause?: unknown } = {}) => ({
    public: 'The engine has too many requests waiting. Try again in a few seconds.',
    cause: options.cause,
  }),
);
