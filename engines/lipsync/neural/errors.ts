import { DomainError } from '../../../src/platform/errors.ts';

export class LipsNotInstalled extends DomainError {
  constructor() {
    super({
      kind: 'unavailable',
      code: 'engine_unavailable',
      public: 'The neural lip-sync weights are not installed on this server.',
    });
  }
}
