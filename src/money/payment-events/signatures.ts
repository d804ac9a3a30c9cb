import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export type Headers = Record<string, string | string[] | undefined>;

/** What a signature proves: nothing, who sent it, or also that the body is theirs. */
export type Proof = 'none' | 'sender' | 'body';

const TOLERANCE_SECONDS = 300;
const MAX_SIGNATURES = 10;

/** Takes the same time for every wrong value, whatever its length. */
export function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** `t=<seconds>,v1=<hex>[,v1=…]`: HMAC-SHA256 of `<seconds>.<body>`. */
export function proveTimestamped(header: string, body: Buffer, secret: string, now: Date): Proof {
  const parts = header.split(',').map((part) => part.trim().split('='));
  const seconds = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(seconds)) return 'none';
  if (Math.abs(now.getTime() / 1_000 - Number(seconds)) > TOLERANCE_SECONDS) return 'none';
  const expected = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
  const given = parts.flatMap(([name, value]) => (name === 'v1' && value ? [value] : []));
  return given.slice(0, MAX_SIGNATURES).some((one) => sameText(one, expected)) ? 'body' : 'none';
}

/** Hex HMAC-SHA512 of the body. Outside production the secret itself is enough. */
export function proveProvB(headers: Headers, body: Buffer, secret: string, production: boolean): Proof {
  const given =
    headerOf(headers, 'x-provb-signature') ?? headerOf(headers, 'x-paystack-signature') ?? bearerOf(headers);
  if (given === null) return 'none';
  const expected = createHmac('sha512', secret).update(body).digest('hex');
  if (sameText(given.toLowerCase(), expected)) return 'body';
  return !production && sameText(given, secret) ? 'sender' : 'none';
}

/** `verif-hash` is the secret itself (v3); `flutterwave-signature` is base64 HMAC-SHA256 of the body (v4). */
export function proveProvC(headers: Headers, body: Buffer, secretHash: string): Proof {
  const signature = headerOf(headers, 'flutterwave-signature');
  if (signature !== null) {
    const expected = createHmac('sha256', secretHash).update(body).digest('base64');
    return sameText(signature, expected) ? 'body' : 'none';
  }
  const hash = headerOf(headers, 'verif-hash');
  return hash !== null && sameText(hash, secretHash) ? 'sender' : 'none';
}

/**
 * The shared secret, or dLocal's own: `Authorization: V2-HMAC-SHA256, Signature: <hex>` over login, date and body. Its
 * date has no tolerance: retries may carry the first one, and a repeated payment id acts once anyway.
 */
export function proveProvD(headers: Headers, body: Buffer, secret: string, signingKey: string): Proof {
  const signature = /^V2-HMAC-SHA256, *Signature: *([0-9a-f]{64})$/i.exec(
    headerOf(headers, 'authorization') ?? '',
  )?.[1];
  if (signature) {
    const hmac = createHmac('sha256', signingKey);
    hmac.update(headerOf(headers, 'x-login') ?? '').update(headerOf(headers, 'x-date') ?? '');
    return sameText(signature.toLowerCase(), hmac.update(body).digest('hex')) ? 'body' : 'none';
  }
  const given = headerOf(headers, 'x-provd-signature') ?? bearerOf(headers);
  return given !== null && sameText(given, secret) ? 'sender' : 'none';
}

export function headerOf(headers: Headers, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function bearerOf(headers: Headers): string | null {
  return headerOf(headers, 'authorization')?.replace(/^Bearer +/i, '') ?? null;
}
