import { domainError } from '../../src/platform/errors.ts';

export const TranslationFailed = domainError('upstream_failed', 'engine_unavailable', (cause: unknown) => ({
  public: 'The text could not be translated. Try again in a moment.',
  cause,
}));
