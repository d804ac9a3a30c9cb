import { domainError } from '../../platform/errors.ts';

export const PromptRequired = domainError('invalid', 'prompt_required', 'prompt is required.');

export const KindNotFound = domainError(
  'not_found',
  'kind_not_found',
  'There is no such kind of sound. GET /api/v1/sfx lists them.',
);
