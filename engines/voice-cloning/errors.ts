import { domainError } from '../../src/platform/errors.ts';

export const VoiceCloningNotInstalled = domainError(
  'unavailable',
  'engine_unavailable',
  'Voice cloning is not installed on this server.',
);
