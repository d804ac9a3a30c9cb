import { DomainError } from '../../src/platform/errors.ts';

export class DenoisingNotInstalled extends DomainError {
  constructor() {
    super({
      kind: 'unavailable',
      code: 'engine_unavailable',
      public: 'Noise removal is not installed on this server.',
    });
  }
}
