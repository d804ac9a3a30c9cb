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
