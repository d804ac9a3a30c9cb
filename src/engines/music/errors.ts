import { DomainError } from '../../platform/errors.ts';

export class MusicNotInstalled extends DomainError {
  constructor() {
    super({
      kind: 'unavailable',
      code: 'engine_unavailable',
      public: 'Music is not installed on this server.',
    });
  }
}
