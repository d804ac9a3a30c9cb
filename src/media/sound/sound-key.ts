import { createHash } from 'node:crypto';

/**
 * Hashes everything that decides the bytes of a sound. The account is part of it, as in the speech cache: a shared one
 * would reveal to one customer what another has made.
 */
export function soundKey(
  accountId: string,
  engine: { model: string; version: string },
  sound: object,
): string {
  const facts = JSON.stringify([accountId, engine.model, engine.version, sound]);
  return createHash('sha256').update(facts).digest('hex');
}
