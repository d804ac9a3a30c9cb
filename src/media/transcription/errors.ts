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

/** The caller gave the address, so whatever is wrong there is the caller's to mend. */
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

export class UnknownTranscriptionModel extends DomainError {
  constructor() {
    super({ kind: 'invalid', code: 'unknown_model', public: 'model is not known here; use whisper-1.' });
  }
}

export class InvalidSpeakerField extends DomainError {
  constructor(message: string) {
    super({ kind: 'invalid', code: 'invalid_request', public: message });
  }
}

export class UnknownTask extends DomainError {
  constructor() {
    super({ kind: 'invalid', code: 'invalid_request', public: 'task must be transcribe or translate.' });
  }
}
