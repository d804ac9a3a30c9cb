import { domainError } from '../../platform/errors.ts';

export const AvatarNotFound = domainError(
  'not_found',
  'avatar_not_found',
  'Avatar not found. GET /api/v1/avatars lists the presets; an image or video asset can be one too.',
);

export const UnknownVideoModel = domainError(
  'invalid',
  'unknown_video_model',
  (known: readonly string[]) => `video_model must be one of ${known.join(', ')}.`,
);

export const NeuralRequired = domainError(
  'invalid',
  'neural_lipsync_required',
  (model: string) => `${model} is procedural. Paid plans use neural lip-sync: omit video_model to get it.`,
);

export const MediaTooLong = domainError(
  'invalid',
  'media_too_long',
  (seconds: number, maxSeconds: number) =>
    `The video would be about ${Math.ceil(seconds)} seconds long. Your plan allows ${maxSeconds}. Split it, or choose a larger plan.`,
);

export const BackgroundNotFound = domainError(
  'not_found',
  'background_not_found',
  'background must be studio, office, a colour such as #0b3d91, or the id of an image asset.',
);

export const NoScript = domainError(
  'not_found',
  'no_script',
  'This job has no script. Its audio is the input `sound`.',
);
