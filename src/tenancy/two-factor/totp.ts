import { generateSecret, generateSync, generateURI } from 'otplib';
import { sameBytes } from '../sessions/index.ts';

const STEP_MS = 30_000;
/** Phone clocks drift, so the previous and the next step are accepted too. */
const NEIGHBOURS = [0, -1, 1];

export const newTotpSecret = (): string => generateSecret();

export function otpauthUrl(secret: string, email: string): string {
  return generateURI({ issuer: 'Vox Humana', label: email, secret });
}

/** The 30-second step of the code; null when it is wrong or expired. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const current = Math.floor(now.getTime() / STEP_MS);
  const given = Buffer.from(code);
  const offset = NEIGHBOURS.find((by) => sameBytes(given, Buffer.from(codeAt(secret, current + by))));
  return offset === undefined ? null : current + offset;
}

export function codeAt(secret: string, step: number): string {
  return generateSync({ strategy: 'hotp', secret, counter: step });
}
