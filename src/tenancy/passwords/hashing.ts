import { hash, verify } from '@node-rs/argon2';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
export const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Of a password that nobody knows. Checking it costs as much as a real one, so that time tells nobody apart. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$I+egKhujpCIXsJcH1ltCMw$qMNoFXZRTVQBXSVMFNncoHAjY2bETjsFUzICfqexoaA';

/** The same letters typed on two systems may arrive as different code points. */
function canonical(password: string): string {
  return password.normalize('NFC');
}

export function hashWithArgon2(password: string): Promise<string> {
  return hash(canonical(password), ARGON2ID);
}

export function verifyWithArgon2(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, canonical(password));
}
