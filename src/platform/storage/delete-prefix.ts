import type { Storage } from './storage.ts';

const BATCH = 500;

/** This is safe to repeat. */
export async function deletePrefix(storage: Storage, prefix: string): Promise<void> {
  let keys: string[] = [];
  for await (const key of storage.list(prefix)) {
    keys.push(key);
    if (keys.length < BATCH) continue;
    await storage.delete(keys);
    keys = [];
  }
  if (keys.length > 0) await storage.delete(keys);
}
