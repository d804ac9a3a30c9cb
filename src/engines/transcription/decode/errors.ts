import { DomainError } from '../../../platform/errors.ts';

export class AudioTooLong extends DomainError {
  constructor(maxSeconds: number) {
    super({
      kind: 'invalid',
      code: 'audio_too_long',
      public: `The audio is longer than the ${maxSeconds} seconds allowed in a request. Split it.`,
    });
  }
}

export class DecoderMissing extends DomainError {
  constructor() {
    super({
      kind: 'unavailable',
      code: 'engine_unavailable',
      public: 'Audio files cannot be read on this server: its decoder is not installed.',
    });
  }
}
