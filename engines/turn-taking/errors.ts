import { domainError } from '../../src/platform/errors.ts';

export const SoundBacklog = domainError(
  'rate_limited',
  'audio_too_fast',
  'Audio arrives faster than it can be heard. Send it at the speed at which it plays.',
);

export const SoundTooLong = domainError(
  'invalid',
  'audio_too_long',
  (seconds: number) => `The audio buffer holds at most ${seconds} seconds. Commit or clear it first.`,
);
