import { domainError } from '../../src/platform/errors.ts';

const LISTED = 40;

export const NoKindNear = domainError('invalid', 'unknown_sound', (names: readonly string[]) => {
  const some = names.filter((_, i) => i % Math.ceil(names.length / LISTED) === 0);
  return {
    public: `No kind of sound is near this prompt. Try one of: ${some.join(', ')}. GET /api/v1/sfx lists all of them.`,
    detail: [{ path: '/prompt', message: `Kinds: ${names.join(', ')}.` }],
  };
});

export const NotLoopable = domainError(
  'invalid',
  'not_loopable',
  (kinds: readonly string[]) =>
    `A sound that ends cannot be looped: ${kinds.join(', ')}. GET /api/v1/sfx says which kinds can.`,
);
