import { createHash } from 'node:crypto';
import { randomBase62 } from '../../platform/ids.ts';

const PREFIX = 'sk_live_';
/** Some SDKs refuse to run in a browser with a key that does not begin like this. */
const EPHEMERAL_PREFIX = 'ek_';
const RANDOM_CHARACTERS = 40;
/** Enough of the random part to tell keys apart in a list; 36 characters stay secret. */
const SHOWN_CHARACTERS = 4;
const KEY_SHAPE = /^sk_live_[0-9A-Za-z]{40}$/;
const EPHEMERAL_KEY_SHAPE = /^ek_[0-9A-Za-z]{40}$/;

export type KeyMaterial = { key: string; hash: Buffer; prefix: string; lastFour: string };

export const newKeyMaterial = (): KeyMaterial => materialFor(PREFIX);
export const newEphemeralKeyMaterial = (): KeyMaterial => materialFor(EPHEMERAL_PREFIX);

function materialFor(kind: string): KeyMaterial {
  const key = kind + randomBase62(RANDOM_CHARACTERS);
  const prefix = key.slice(0, kind.length + SHOWN_CHARACTERS);
  return { key, hash: hashKey(key), prefix, lastFour: key.slice(-4) };
}

export function looksLikeKey(token: string): boolean {
  return KEY_SHAPE.test(token) || looksLikeEphemeralKey(token);
}

export function looksLikeEphemeralKey(token: string): boolean {
  return EPHEMERAL_KEY_SHAPE.test(token);
}

/** A fast hash is enough: a key has 238 random bits and cannot be guessed. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
