import { DomainError } from '../../../platform/errors.ts';

const REFUSALS = {
  empty_file: 'The file is empty.',
  unreadable_video: 'The file could not be read as a video; send MP4, MOV, WebM, Matroska or AVI.',
  unreadable_image: 'The file could not be read as an image; send JPEG, PNG or WebP.',
  no_video_track: 'The file has no picture, only sound. Send a video that shows a face.',
} as const;

/** The file itself is at fault, so trying again will not help. */
export class SourceRefused extends DomainError {
  constructor(code: keyof typeof REFUSALS, cause?: unknown) {
    super({ kind: 'invalid', code, public: REFUSALS[code], cause });
  }
}

export class ClipTooLong extends DomainError {
  constructor(maxSeconds: number) {
    super({
      kind: 'invalid',
      code: 'video_too_long',
      public: `The video is longer than the ${maxSeconds} seconds that can be rendered at once. Cut it, or send it with sync_mode "cut_off".`,
    });
  }
}
