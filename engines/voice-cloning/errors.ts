import { DomainError } from '../../src/platform/errors.ts';

export class VoiceCloningNotInstalled extends DomainError {
  constructor() {
    super({
      kind: 'unavailable',
      code: 'engine_unavailable',
      public: 'Voice cloning is not installed on this server.',
    });
  }
}
