import { DomainError } from '../../src/platform/errors.ts';

export class EncodingFailed extends DomainError {
  constructor(cause: unknown) {
    super({
      kind: 'upstream_failed',
      code: 'encoding_failed',
      public: 'The audio could not be encoded and was not charged. Try again, or request wav.',
      cause,
    });
  }
}

export class InvalidPacket extends DomainError {
  constructor(message: string, cause?: unknown) {
    super({ kind: 'invalid', code: 'invalid_audio', public: message, cause });
  }
}
