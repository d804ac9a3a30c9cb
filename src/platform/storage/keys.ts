const SEGMENT = '[a-z0-9][a-z0-9._-]*';
const KEY = new RegExp(`^${SEGMENT}(?:/${SEGMENT})*$`);
const PREFIX = new RegExp(`^(?:${SEGMENT}/)*(?:${SEGMENT})?$`);
const MAX_KEY_CHARS = 512;
/** File systems allow 255 bytes per name; the rest is reserved for our own marks. */
const MAX_SEGMENT_CHARS = 200;

/** Keys come from our own code, never from a caller, so a bad one is a bug and not a 400. */
export function assertKey(key: string): void {
  if (!KEY.test(key) || !isTame(key)) throw new TypeError(`not a storage key: ${JSON.stringify(key)}`);
}

export function assertPrefix(prefix: string): void {
  if (!PREFIX.test(prefix) || !isTame(prefix)) {
    throw new TypeError(`not a storage key prefix: ${JSON.stringify(prefix)}`);
  }
}

function isTame(key: string): boolean {
  if (key.length > MAX_KEY_CHARS || key.includes('..')) return false;
  return key.split('/').every((segment) => segment.length <= MAX_SEGMENT_CHARS);
}
