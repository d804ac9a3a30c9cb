import { domainError } from '../../src/platform/errors.ts';

export const DenoisingNotInstalled = domainError(
  'unavailable',
  'engine_unavailable',
  'Noise removal is not installed on this server.',
);
