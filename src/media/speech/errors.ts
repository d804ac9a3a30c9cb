import { domainError } from '../../platform/errors.ts';

export const TextRequired = domainError('invalid', 'text_required', 'text is required.');

export const TextTooLong = domainError(
  'invalid',
  'text_too_long',
  (characters: number, limit: number) =>
    `text has ${characters} characters; the limit is ${limit} a request. Split it.`,
);

export const UnknownModel = domainError(
  'invalid',
  'unknown_model',
  (known: string) => `Unknown model. Use ${known}, or omit it.`,
);
