import { DUMMY_HASH, hashWithArgon2, verifyWithArgon2 } from './hashing.ts';
import { requireGoodPassword } from './policy.ts';
import { createStrengthMeter } from './strength.ts';
import { createTurnstile } from './turnstile.ts';

export { PasswordRefused, PasswordsBusy } from './errors.ts';

export type Passwords = {
  /** Throws `PasswordRefused` when it is too short, too long, common or easy to guess. */
  requireGood(password: string, hints: string[]): Promise<void>;
  hash(password: string): Promise<string>;
  /** Takes as long for an account that does not exist (null) as for one that does. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
  close(): Promise<void>;
};

/** Each hash takes 19 MiB and one of libuv's four threads: two at a time leave room for files and names. */
const HASHING = { running: 2, waiting: 200 };

export function createPasswords(): Passwords {
  const meter = createStrengthMeter();
  const oneOfFew = createTurnstile(HASHING);
  return {
    requireGood: (password, hints) => requireGoodPassword(meter, password, hints),
    hash: (password) => oneOfFew(() => hashWithArgon2(password)),
    async verify(passwordHash, password) {
      const matches = await oneOfFew(() => verifyWithArgon2(passwordHash ?? DUMMY_HASH, password));
      return matches && passwordHash !== null;
    },
    close: () => meter.close(),
  };
}
