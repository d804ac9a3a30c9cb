import { domainError } from '../../../src/platform/errors.ts';

export const LipsNotInstalled = domainError(
  'unavailable',
  'engine_unavailable',
  'The neural lip-sync weights are not installed on this server.',
);
