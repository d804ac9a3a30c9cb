import { randomInt } from 'node:crypto';
import { hmac } from '../sessions/index.ts';

const COUNT = 10;
const GROUPS = 4;
const GROUP_CHARACTERS = 4;
/** The alphabet lacks 0, o, 1, l and i, which are easily misread. 16 characters are 79 bits. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, newGroup).join('-'));
}

function newGroup(): string {
  return Array.from({ length: GROUP_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Ignores spaces, dashes and case. */
export function hashRecoveryCode(recoveryKey: Buffer, accountId: string, code: string): Buffer {
  const bare = code.toLowerCase().replace(/[^0-9a-z]/g, '');
  return hmac(recoveryKey, `${accountId} ${bare}`);
}
