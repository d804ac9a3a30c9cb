import { domainError } from '../../../src/platform/errors.ts';

export const VideoEncodingFailed = domainError('upstream_failed', 'encoding_failed', (cause: unknown) => ({
  public: 'The video could not be encoded and was not charged. Try again.',
  cause,
}));

export const StorageFull = domainError('unavailable', 'storage_full', (cause: unknown) => ({
  public: 'The server has no space left to write the video. Nothing was charged. Try again later.',
  cause,
}));
