import { domainError } from '../../src/platform/errors.ts';

export const VoiceActivityNotInstalled = domainError(
  'unavailable',
  'engine_unavailable',
  'Voice detection is not installed on this server.',
);
