import { DomainError } from '../../platform/errors.ts';

export class GenerationNotFound extends DomainError {
  constructor() {
    super({ kind: 'not_found', code: 'generation_not_found', public: 'Generation not found.' });
  }
}

export class AudioGone extends DomainError {
  constructor() {
    super({
      kind: 'not_found',
      code: 'audio_gone',
      public:
        'The audio of this generation is no longer available. It is older than 30 days, or its stream was cut off.',
    });
  }
}
