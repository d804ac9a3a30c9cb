import { DomainError } from '../../platform/errors.ts';

export class VoiceIdentityNotInstalled extends DomainError {
  constructor() {
    super({
      kind: 'unavailable',
      code: 'engine_unavailable',
      public: 'Voice matching is not installed on this server.',
    });
  }
}
