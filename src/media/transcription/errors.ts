import { DomainError } from '../../platform/errors.ts';

export class AudioRequired extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'audio_required',
      public: 'Send an audio file as multipart/form-data, or JSON with audio_url.',
    });
  }
}

/** The caller gave the URL, so a failure there is a fault of the request. */
export class AudioUrlFailed extends DomainError {
  constructor(code: string, message: string, cause?: unknown) {
    super({ kind: 'invalid', code, public: message, cause });
  }
}

export class UnknownFormat extends DomainError {
  constructor(allowed: readonly string[]) {
    super({
      kind: 'invalid',
      code: 'unknown_format',
      public: `The format must be one of ${allowed.join(', ')}.`,
    });
  }
}

export class InvalidField extends DomainError {
  constructor(message: string) {
    super({ kind: 'invalid', code: 'invalid_request', public: message });
  }
}
