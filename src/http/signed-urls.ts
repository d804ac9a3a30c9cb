import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import type { Clock } from '../platform/clock.ts';
import { domainError } from '../platform/errors.ts';

export type SignedUrl = {
  /** The path has no query string. */
  path: string;
  /** The owner of the file. A link has no caller, and every query needs a tenant. */
  accountId: string;
  expiresAt: Date;
};

/** Query schema for routes that also accept a signed URL. */
export const SignedQuery = Type.Object({
  account: Type.Optional(Type.String({ maxLength: 100, description: 'Part of a signed URL.' })),
  expires: Type.Optional(Type.String({ maxLength: 100, description: 'Part of a signed URL.' })),
  signature: Type.Optional(Type.String({ maxLength: 100, description: 'Opens the file without a key.' })),
});

/** Returns an absolute URL that opens a file without a key for 7 days. */
export type UrlSigner = (path: string, accountId: string) => string;

const VALID_MS = 7 * 24 * 3_600_000;

export function createUrlSigner(options: { publicUrl: string; secret: string; clock: Clock }): UrlSigner {
  const { publicUrl, secret, clock } = options;
  return (path, accountId) => {
    const expiresAt = new Date(clock.now().getTime() + VALID_MS);
    return `${publicUrl}${signUrl(secret, { path, accountId, expiresAt })}`;
  };
}

/** Returns the path with a query that grants access to this path alone, until it expires. */
export function signUrl(secret: string, { path, accountId, expiresAt }: SignedUrl): string {
  const expires = String(Math.floor(expiresAt.getTime() / 1_000));
  const signature = signatureOf(secret, path, accountId, expires).toString('base64url');
  return `${path}?${new URLSearchParams({ account: accountId, expires, signature })}`;
}

const LinkInvalid = domainError(
  'unauthenticated',
  'invalid_signature',
  'Unauthorized: The signature of this link is not valid.',
);
const LinkExpired = domainError(
  'unauthenticated',
  'link_expired',
  'Unauthorized: This link has expired; ask for a new one.',
);

/** Returns the owner of the file, or throws. */
export function verifySignedUrl(secret: string, url: string, now: Date): { accountId: string } {
  const [path = '', query] = url.split('?', 2);
  const given = new URLSearchParams(query);
  const accountId = given.get('account') ?? '';
  const expires = given.get('expires') ?? '';
  const expected = signatureOf(secret, path, accountId, expires);
  const actual = Buffer.from(given.get('signature') ?? '', 'base64url');
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) throw new LinkInvalid();
  if (now.getTime() >= Number(expires) * 1_000) throw new LinkExpired();
  return { accountId };
}

/** Derives a separate key, so that no other signature made with the secret is valid as a link. */
function signatureOf(secret: string, ...parts: string[]): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, 'vox-humana', 'signed-url', 32));
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest();
}
