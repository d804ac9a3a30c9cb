import { DomainError } from '../../platform/errors.ts';

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
