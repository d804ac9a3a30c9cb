import { DomainError } from '../../src/platform/errors.ts';

export class VoiceActivityNotInstalled extends DomainError {
  constructor() {
    super({
      kind: 'unavailable',
      code: 'engine_unavailable',
      public: 'Voice detection is not installed on this server.',
    });
  }
}
