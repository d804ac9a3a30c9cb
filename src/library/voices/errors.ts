import { DomainError } from '../../platform/errors.ts';

export class VoiceNotFound extends DomainError {
  constructor() {
    super({
      kind: 'not_found',
      code: 'voice_not_found',
      public: 'There is no voice with this voice_id; GET /api/v1/voices lists the ones you can use.',
    });
  }
}
