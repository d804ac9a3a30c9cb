import { createClient } from '@vox-humana/client';

/** Milliseconds before its end at which a key is replaced. */
const RENEW_MS = 5 * 60_000;

/** Calls with the session cookie: the account and everything that accepts a session. */
export const account = createClient({ baseUrl: location.origin, apiKey: null, logLevel: 'error' });

type ShortLivedKey = { key: string; expiresAt: number };
let current: Promise<ShortLivedKey> | null = null;

/**
 * Calls with a key of one hour, for routes that accept only keys. It is in memory only and ends with the session. Like every
 * key in a browser it cannot change the account, which `account` does.
 */
export const api = createClient({
  baseUrl: location.origin,
  apiKey: async () => (await shortLivedKey()).key,
  logLevel: 'error',
  fetch: async (input, init) => {
    const response = await fetch(input, init);
    // The key ended, or its session did. The next call asks for another.
    if (response.status === 401) forgetKey();
    return response;
  },
});

async function shortLivedKey(): Promise<ShortLivedKey> {
  const kept = await current;
  if (kept && kept.expiresAt - RENEW_MS > Date.now()) return kept;
  current = askForKey();
  // A failure is not kept.
  current.catch(forgetKey);
  return current;
}

async function askForKey(): Promise<ShortLivedKey> {
  const { api_key, expires_at } = await account.request('POST /api/keys', { json: { ephemeral: true } });
  return { key: api_key, expiresAt: Date.parse(expires_at ?? '') };
}

export function forgetKey(): void {
  current = null;
}
