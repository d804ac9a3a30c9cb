import { domainError } from '../../src/platform/errors.ts';

export const EncodingFailed = domainError('upstream_failed', 'encoding_failed', (cause: unknown) => ({
  public: 'The audio could not be encoded and was not charged. Try again, or request wav.',
  cause,
}));

export const InvalidPacket = domainError('invalid', 'invalid_audio', (message: string, cause?: unknown) => ({
  public: message,
  cause,
}));
