import { createHash, timingSafeEqual } from 'node:crypto';
import { WebhookNotConfigured } from './errors.ts';

type Headers = Record<string, string | string[] | undefined>;

/** What a signature proves: nothing, who sent it, or also that the body is theirs. */
export type Proof = 'none' | 'sender' | 'body';

/** A delivery whose sender is not known yet. `now` and `production` are ours. */
export type Unproven = { headers: Headers; body: Buffer; now: Date; production: boolean };

/** Takes the same time for every wrong value, whatever its length. */
export function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(given), digest(expected));
}

export function headerOf(headers: Headers, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

export function bearerOf(headers: Headers): string | null {
  return headerOf(headers, 'authorization')?.replace(/^Bearer +/i, '') ?? null;
}

export function requiredSecret(secret: string | undefined, setting: string): string {
  if (!secret) throw new WebhookNotConfigured(setting);
  return secret;
}
