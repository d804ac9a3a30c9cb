import { DomainError } from '../../../platform/errors.ts';

export class ClipTooLong extends DomainError {
  constructor(maxSeconds: number) {
    super({
      kind: 'invalid',
      code: 'video_too_long',
      public: `The video is longer than the ${maxSeconds} seconds that can be rendered at once. Cut it, or send it with sync_mode "cut_off".`,
    });
  }
}
