import { hash, verify } from '@node-rs/argon2';
import { requireGoodPassword } from './policy.ts';
import { createStrengthMeter } from './strength.ts';
import { createTaskLimit } from './task-limit.ts';

export type Passwords = {
  /** Throws `PasswordRefused` for passwords that are too short, too long, common or easy to guess. */
  requireGood(password: string, hints: string[]): Promise<void>;
  hash(password: string): Promise<string>;
  /** Takes as long for an account that does not exist (null) as for one that does. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
  close(): Promise<void>;
};

/** Each hash takes 19 MiB and one of libuv's four threads; two at a time leave threads for files and DNS. */
const HASHING = { running: 2, waiting: 200 };

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
export const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash of a password that nobody knows. Checking it takes as long as a real one, so that time reveals no account. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$I+egKhujpCIXsJcH1ltCMw$qMNoFXZRTVQBXSVMFNncoHAjY2bETjsFUzICfqexoaA';

export type HashingCost = { algorithm: 2; memoryCost: number; timeCost: number; parallelism: number };

export function createPasswords(cost: HashingCost = ARGON2ID, dummyHash = DUMMY_HASH): Passwords {
  const meter = createStrengthMeter();
  const limited = createTaskLimit(HASHING);
  return {
    requireGood: (password, hints) => requireGoodPassword(meter, password, hints),
    hash: (password) => limited(() => hash(canonical(password), cost)),
    async verify(passwordHash, password) {
      const matches = await limited(() => verify(passwordHash ?? dummyHash, canonical(password)));
      return matches && passwordHash !== null;
    },
    close: () => meter.close(),
  };
}

/** The same letters typed on two systems may arrive as different code points. */
function canonical(password: string): string {
  return password.normalize('NFC');
}
