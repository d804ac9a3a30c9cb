import { DomainError } from '../../src/platform/errors.ts';

export class UnknownPresenter extends DomainError {
  constructor(presenterId: string) {
    super({
      kind: 'not_found',
      code: 'unknown_avatar',
      public: `There is no avatar "${presenterId.slice(0, 60)}".`,
    });
  }
}

/** Raised during rendering: the estimate was too low, or the file is longer than its header claims. */
export class VideoTooLong extends DomainError {
  constructor(maxSeconds: number) {
    super({
      kind: 'invalid',
      code: 'video_too_long',
      public: `The video would be longer than the ${maxSeconds} seconds allowed. Nothing was charged. Shorten the script or the clip, or choose a larger plan.`,
    });
  }
}

export class ClipTooHeavy extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'clip_too_heavy',
      public:
        'The clip has too many pixels to process. Reduce its resolution, frame rate or length: 4K at 30 frames a second for as long as your plan allows is the limit.',
    });
  }
}
