import { DomainError } from '../../platform/errors.ts';

const REFUSALS = {
  empty_file: 'The file is empty.',
  unreadable_media:
    'The file could not be read as video, audio or a picture; send MP4, WebM, MOV, WAV, MP3, M4A, FLAC, Ogg, PNG, JPEG or WebP.',
  animated_image: 'Pictures that move are not taken; send a still picture, or a video as MP4 or WebM.',
  picture_too_large: 'The picture has more than 50 million pixels; send a smaller one.',
} as const;

/** The file itself is at fault, so trying again will not help. */
export class MediaRefused extends DomainError {
  constructor(code: keyof typeof REFUSALS, cause?: unknown) {
    super({ kind: 'invalid', code, public: REFUSALS[code], cause });
  }
}

export class MediaTooLong extends DomainError {
  constructor(maxSeconds: number) {
    super({
      kind: 'invalid',
      code: 'media_too_long',
      public: `The file plays longer than the ${maxSeconds} seconds that your plan allows. Cut it, or upgrade.`,
    });
  }
}

export class ProbeMissing extends DomainError {
  constructor() {
    super({
      kind: 'unavailable',
      code: 'engine_unavailable',
      public: 'Media files cannot be read on this server: ffmpeg is not installed.',
    });
  }
}
