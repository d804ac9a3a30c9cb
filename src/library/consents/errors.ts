import { domainError } from '../../platform/errors.ts';

export const ConsentNotFound = domainError(
  'not_found',
  'consent_not_found',
  'There is no consent record for this.',
);
