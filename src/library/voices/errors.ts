import { DomainError } from '../../platform/errors.ts';

export class VoiceNotFound extends DomainError {
  constructor() {
    super({
      kind: 'not_found',
      code: 'voice_not_found',
      public: 'Voice not found. GET /api/v1/voices lists the voices you can use.',
    });
  }
}

export class VoiceNotReady extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'voice_not_ready',
      public: 'The voice is still being made. Poll it until its status is ready, then try again.',
    });
  }
}

export class VoiceFailed extends DomainError {
  constructor(reason: string) {
    super({
      kind: 'conflict',
      code: 'voice_failed',
      public: `The voice could not be made: ${reason}`,
    });
  }
}
