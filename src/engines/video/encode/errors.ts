import { DomainError } from '../../../platform/errors.ts';

export class VideoEncodingFailed extends DomainError {
  constructor(cause: unknown) {
    super({
      kind: 'upstream_failed',
      code: 'encoding_failed',
      public: 'The video could not be encoded and was not charged. Please try again.',
      cause,
    });
  }
}

export class StorageFull extends DomainError {
  constructor(cause: unknown) {
    super({
      kind: 'unavailable',
      code: 'storage_full',
      public: 'The server has no room left to write the video; nothing was charged. Please try again later.',
      cause,
    });
  }
}
