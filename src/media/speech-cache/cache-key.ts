import { createHash } from 'node:crypto';
import type { SynthesisRequest } from '../../../engines/speech/index.ts';

/** Raise one when the same request yields other audio or other times. Older entries are then misses. */
const SOUND_VERSION = { presets: 8, speakers: 6 };

/**
 * Hashes everything that decides how the speech sounds, in a fixed order. The account is part of it: a shared cache
 * would reveal to one customer what another has synthesized, and would outlive its deletion.
 */
export function cacheKey(
  accountId: string,
  engine: { model: string; mark: string },
  request: SynthesisRequest,
): string {
  const decided = Object.entries({ speed: 1, ...withoutUndefined(request) }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const version = request.speaker ? SOUND_VERSION.speakers : SOUND_VERSION.presets;
  const facts = JSON.stringify([version, accountId, engine.model, engine.mark, decided]);
  return createHash('sha256').update(facts).digest('hex');
}

function withoutUndefined(request: SynthesisRequest): Partial<SynthesisRequest> {
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
}
