import { DomainError } from '../../../src/platform/errors.ts';

export class VideoEncodingFailed extends DomainError {
  constructor(cause: unknown) {
    super({
      kind: 'upstream_failed',
      code: 'encoding_failed',
      public: 'The video could not be encoded and was not charged. Try again.',
      cause,
    });
  }
}

export class StorageFull extends DomainError {
  constructor(cause: unknown) {
    super({
      kind: 'unavailable',
      code: 'storage_full',
      public: 'The server has no space left to write the video. Nothing was charged. Try again later.',
      cause,
    });
  }
}
