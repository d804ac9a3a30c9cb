import { domainError } from '../../src/platform/errors.ts';

export const UnknownPresenter = domainError(
  'not_found',
  'unknown_avatar',
  (presenterId: string) => `There is no avatar "${presenterId.slice(0, 60)}".`,
);

/** Raised during rendering: the estimate was too low, or the file is longer than its header claims. */
export const VideoTooLong = domainError(
  'invalid',
  'video_too_long',
  (maxSeconds: number) =>
    `The video would be longer than the ${maxSeconds} seconds allowed. Nothing was charged. Shorten the script or the clip, or choose a larger plan.`,
);

export const ClipTooHeavy = domainError(
  'invalid',
  'clip_too_heavy',
  'The clip has too many pixels to process. Reduce its resolution, frame rate or length: 4K at 30 frames a second for as long as your plan allows is the limit.',
);
