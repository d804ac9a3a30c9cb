import { domainError, domainErrors } from '../../../platform/errors.ts';

/** A form that cannot become a clone. */
export const CloneRefused = domainErrors(
  'invalid',
  [
    'consent_required',
    'invalid_request',
    'sample_count',
    'sample_length',
    'samples_required',
    'unreadable_sample',
    'unsupported_sample',
    'upload_too_large',
  ],
  (_code, path: string, message: string) => ({ public: message, detail: [{ path, message }] }),
);

export const SampleMissing = domainError('not_found', 'sample_not_found', 'The voice has no samples.');
