import { DomainError } from '../../../platform/errors.ts';

/** The file itself is at fault, so trying again will not help. */
export class PictureUnreadable extends DomainError {
  constructor(cause: unknown) {
    super({
      kind: 'invalid',
      code: 'unreadable_image',
      public: 'The image could not be read; send PNG, JPEG or WebP.',
      cause,
    });
  }
}
