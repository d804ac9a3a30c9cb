import { domainError, domainErrors } from '../../platform/errors.ts';
import { OUTBOUND_CODES } from '../../platform/safe-fetch/index.ts';

export const AudioRequired = domainError(
  'invalid',
  'audio_required',
  'Send an audio file as multipart/form-data, or JSON with audio_url.',
);

/** The caller gave the URL, so a failure there is a fault of the request. */
export const AudioUrlFailed = domainErrors(
  'invalid',
  ['audio_url_failed', ...OUTBOUND_CODES],
  (_code, message: string, cause?: unknown) => ({ public: message, cause }),
);

export const UnknownFormat = domainError(
  'invalid',
  'unknown_format',
  (allowed: readonly string[]) => `The format must be one of ${allowed.join(', ')}.`,
);

export const InvalidField = domainError('invalid', 'invalid_request', (message: string) => message);
