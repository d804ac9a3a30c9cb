import { DomainError } from '../../../platform/errors.ts';

export class ConsentNotFound extends DomainError {
  constructor() {
    super({
      kind: 'not_found',
      code: 'consent_not_found',
      public: 'There is no consent record for this voice.',
    });
  }
}

export class ChallengeNotFound extends DomainError {
  constructor() {
    super({
      kind: 'not_found',
      code: 'challenge_not_found',
      public: 'Challenge not found. Get a new one from POST /api/voices/consent/challenge.',
    });
  }
}

/** Each can be used once, within its time. */
export class ChallengeSpent extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'challenge_spent',
      public:
        'The challenge has expired or was used before. Get a new one from POST /api/voices/consent/challenge.',
    });
  }
}

export class RecordingRefused extends DomainError {
  constructor(code: string, message: string) {
    super({ kind: 'invalid', code, public: message });
  }
}
