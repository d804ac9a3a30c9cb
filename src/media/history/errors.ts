import { domainError } from '../../platform/errors.ts';

export const GenerationNotFound = domainError('not_found', 'generation_not_found', 'Generation not found.');

export const AudioGone = domainError(
  'not_found',
  'audio_gone',
  'The audio of this generation is no longer available. It is older than 30 days, or its stream was cut off.',
);
