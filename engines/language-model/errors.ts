import { domainError } from '../../src/platform/errors.ts';

export const LanguageModelFailed = domainError('upstream_failed', 'engine_unavailable', (cause: unknown) => ({
  public: 'The language model could not answer. Try again in a moment.',
  cause,
}));
