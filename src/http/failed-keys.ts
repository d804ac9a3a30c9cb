import { createHash } from 'node:crypto';
import { domainError } from '../platform/errors.ts';
import { recent } from '../platform/recent.ts';

export const FAILED_KEY_LIMITS = {
  /** Different wrong keys of one address in a minute. They come back one by one. */
  perMinute: 100,
  /** Keys of one address that are being looked up for the first time. */
  inFlight: 1_000,
  /** The same wrong key in a minute: a machine that retries for ever. It costs nobody else anything. */
  repeats: 600,
  /** The most entries of each kind: addresses, keys that worked and keys that did not. An entry takes about 200 bytes. */
  remembered: 50_000,
};

export type FailedKeys = {
  /** Looks the key up, unless that is known to be of no use. Throws when its address has tried too many. */
  authenticate<Found>(
    address: string,
    token: string,
    lookUp: () => Promise<Found | null>,
  ): Promise<Found | null>;
};

const MINUTE_MS = 60_000;

export const TooManyFailedKeys = domainError('rate_limited', 'too_many_failed_keys', (waitMs: number) => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return {
    public: `Too many wrong API keys came from this address. Check the key, and try again in ${seconds} seconds.`,
    retryAfterSeconds: seconds,
  };
});

/**
 * Keeps floods of wrong keys away from the database; in memory, for this node. It must not lock out who shares an address with
 * somebody else: a key that has worked here is always looked up, and one machine that repeats its wrong key is known after
 * its first try. Only a key that is new here waits while others try many different ones from its address.
 */
export function createFailedKeys(
  limits = FAILED_KEY_LIMITS,
  nowMs: () => number = () => performance.now(),
): FailedKeys {
  const known = recent<true>(limits.remembered);
  const wrong = recent<{ endsMs: number; repeats: number }>(limits.remembered);
  const addresses = recent<{ left: number; atMs: number; inFlight: number }>(limits.remembered);

  function triesOf(address: string) {
    const now = nowMs();
    const tries = addresses.get(address) ?? { left: limits.perMinute, atMs: now, inFlight: 0 };
    const regained = ((now - tries.atMs) * limits.perMinute) / MINUTE_MS;
    tries.left = Math.min(limits.perMinute, tries.left + regained);
    tries.atMs = now;
    addresses.set(address, tries);
    return tries;
  }

  /** True for a key that failed within the last minute. No key that was wrong becomes right. */
  function isWrong(id: string): boolean {
    const seen = wrong.get(id);
    if (!seen || seen.endsMs <= nowMs()) return false;
    seen.repeats += 1;
    if (seen.repeats > limits.repeats) throw new TooManyFailedKeys(seen.endsMs - nowMs());
    return true;
  }

  async function lookUpNew<Found>(address: string, id: string, lookUp: () => Promise<Found | null>) {
    const tries = triesOf(address);
    if (tries.left < 1 || tries.inFlight >= limits.inFlight)
      throw new TooManyFailedKeys(((1 - tries.left) * MINUTE_MS) / limits.perMinute);
    tries.inFlight += 1;
    try {
      const found = await lookUp();
      if (found) known.set(id, true);
      else {
        // The rest stays at zero: many at once must not close an address for longer than one after the other.
        tries.left = Math.max(0, tries.left - 1);
        wrong.set(id, { endsMs: nowMs() + MINUTE_MS, repeats: 0 });
      }
      return found;
    } finally {
      tries.inFlight -= 1;
    }
  }

  return {
    async authenticate(address, token, lookUp) {
      const id = createHash('sha256').update(token).digest('base64');
      if (known.get(id)) {
        const found = await lookUp();
        if (!found) known.delete(id);
        return found;
      }
      return isWrong(id) ? null : lookUpNew(address, id, lookUp);
    },
  };
}
