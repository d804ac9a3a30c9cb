import { DomainError } from '../../src/platform/errors.ts';

const LISTED = 40;

export class NoKindNear extends DomainError {
  constructor(names: readonly string[]) {
    const some = names.filter((_, i) => i % Math.ceil(names.length / LISTED) === 0);
    super({
      kind: 'invalid',
      code: 'unknown_sound',
      public: `No kind of sound is near this prompt. Try one of: ${some.join(', ')}. GET /api/v1/sfx lists all of them.`,
      detail: [{ path: '/prompt', message: `Kinds: ${names.join(', ')}.` }],
    });
  }
}

export class NotLoopable extends DomainError {
  constructor(kinds: readonly string[]) {
    super({
      kind: 'invalid',
      code: 'not_loopable',
      public: `A sound that ends cannot be looped: ${kinds.join(', ')}. GET /api/v1/sfx says which kinds can.`,
    });
  }
}
