import { VoxHumanaError } from './base-errors.ts';
import type { WebhookEvent } from './generated/operations.ts';

/** The delivery was not signed with this secret, was changed on its way, or is too old. Answer it with status 400. */
export class WebhookVerificationError extends VoxHumanaError {
  override name = 'WebhookVerificationError';
}

/** Headers of a request: those of the web, or an object with names in any case, as Node and frameworks have it. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Record<string, string | string[] | undefined>;

type Options = { toleranceSeconds?: number; now?: () => number };

const SECRET_PREFIX = 'whsec_';
const VERSION = 'v1';

/**
 * The event of a delivery, checked against the Standard Webhooks headers. `body` is the text of the request as it came:
 * parsed and written again it no longer matches its signature. An event can arrive twice, with the same `webhook-id`.
 */
export async function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: string,
  { toleranceSeconds = 300, now = Date.now }: Options = {},
): Promise<WebhookEvent> {
  const id = headerIn(headers, 'webhook-id');
  const timestamp = headerIn(headers, 'webhook-timestamp');
  const signatures = headerIn(headers, 'webhook-signature');
  const ageSeconds = Math.abs(now() / 1_000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || ageSeconds > toleranceSeconds)
    throw new WebhookVerificationError('The timestamp of the delivery is too far from the time here.');
  const key = await importKey(secret);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures.split(' ')) {
    const [version, value = ''] = signature.split(',');
    const bytes = version === VERSION ? bytesIn(value) : null;
    // Compares in constant time.
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed)))
      return JSON.parse(body) as WebhookEvent;
  }
  throw new WebhookVerificationError('The signature of the delivery does not match its body and the secret.');
}

function headerIn(headers: WebhookHeaders, name: string): string {
  const value = isGettable(headers) ? headers.get(name) : valueIn(headers, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookVerificationError(`The delivery has no ${name}. Is signing switched on in the settings?`);
}

/** `instanceof` would not do: polyfills and test environments have a `Headers` of their own. */
function isGettable(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}

function valueIn(headers: Record<string, string | string[] | undefined>, name: string): string | undefined {
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  const value = entry?.[1];
  // Two values cannot be told apart, so neither is trusted.
  return Array.isArray(value) ? (value.length === 1 ? value[0] : undefined) : value;
}

async function importKey(secret: string) {
  const bytes = bytesIn(secret.replace(SECRET_PREFIX, ''));
  if (!bytes || bytes.length === 0) throw new TypeError('secret must be a signing secret: whsec_…');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function bytesIn(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    // It is not base64, so it cannot match.
    return null;
  }
}
