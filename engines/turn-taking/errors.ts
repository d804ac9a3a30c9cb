import { DomainError } from '../../src/platform/errors.ts';

export class SoundBacklog extends DomainError {
  constructor() {
    super({
      kind: 'rate_limited',
      code: 'audio_too_fast',
      public: 'Audio arrives faster than it can be heard. Send it at the speed at which it plays.',
    });
  }
}

export class SoundTooLong extends DomainError {
  constructor(seconds: number) {
    super({
      kind: 'invalid',
      code: 'audio_too_long',
      public: `The audio buffer holds at most ${seconds} seconds. Commit or clear it first.`,
    });
  }
}
