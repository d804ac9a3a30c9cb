import { createHash } from 'node:crypto';
import { randomBase62 } from '../../platform/ids.ts';

const PREFIX = 'sk_live_';
const RANDOM_CHARACTERS = 40;
/** Enough of the random part to tell keys apart in a list; 36 characters stay secret. */
const SHOWN_CHARACTERS = PREFIX.length + 4;
const KEY_SHAPE = /^sk_live_[0-9A-Za-z]{32,64}$/;

export type KeyMaterial = { key: string; hash: Buffer; prefix: string; lastFour: string };

export function newKeyMaterial(): KeyMaterial {
  const key = PREFIX + randomBase62(RANDOM_CHARACTERS);
  return { key, hash: hashKey(key), prefix: key.slice(0, SHOWN_CHARACTERS), lastFour: key.slice(-4) };
}

export function looksLikeKey(token: string): boolean {
  return KEY_SHAPE.test(token);
}

/** A fast hash is enough: a key has 238 random bits and cannot be guessed. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
