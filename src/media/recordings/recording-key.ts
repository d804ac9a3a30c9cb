import { createHash } from 'node:crypto';
import type { SynthesisRequest } from '../../engines/speech/index.ts';

/** Raise it when the same request begins to sound or to be timed differently: older recordings then stop being found. */
const SOUND_VERSION = 3;

/**
 * Everything that decides how it sounds, in a fixed order. The account is part of it: a shared cache would tell one
 * customer whether another has said a sentence, and would outlive its deletion.
 */
export function recordingKey(accountId: string, model: string, request: SynthesisRequest): string {
  const decided = Object.entries({ speed: 1, ...withoutUndefined(request) }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const facts = JSON.stringify([SOUND_VERSION, accountId, model, decided]);
  return createHash('sha256').update(facts).digest('hex');
}

function withoutUndefined(request: SynthesisRequest): Partial<SynthesisRequest> {
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
}
