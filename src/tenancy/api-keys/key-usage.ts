import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log.ts';
import { markUsed } from './queries.ts';

/** Records when each key was last used, at most once a minute per key, outside the request. */
export type KeyUsage = {
  saw(keyId: string): void;
  flush(): Promise<void>;
  close(): Promise<void>;
};

export type KeyUsageDeps = { db: Db; clock: Clock; log: Log; flushEveryMs?: number };

const WRITE_EVERY_MS = 60_000;
const FLUSH_EVERY_MS = 5_000;

export function createKeyUsage(deps: KeyUsageDeps): KeyUsage {
  const writtenAtMs = new Map<string, number>();
  const pending = new Map<string, Date>();

  function saw(keyId: string): void {
    const now = deps.clock.now();
    const written = writtenAtMs.get(keyId);
    if (written !== undefined && now.getTime() - written < WRITE_EVERY_MS) return;
    pending.set(keyId, now);
  }

  async function flush(): Promise<void> {
    const nowMs = deps.clock.now().getTime();
    for (const [id, atMs] of writtenAtMs) if (nowMs - atMs >= WRITE_EVERY_MS) writtenAtMs.delete(id);
    if (pending.size === 0) return;
    const uses = [...pending].map(([id, at]) => ({ id, at }));
    pending.clear();
    for (const { id, at } of uses) writtenAtMs.set(id, at.getTime());
    await markUsed(deps.db, uses);
  }

  // Losing a time of use is harmless.
  const flushQuietly = () =>
    flush().catch((error) => deps.log.warn({ err: error }, 'key usage not recorded'));
  const timer = setInterval(flushQuietly, deps.flushEveryMs ?? FLUSH_EVERY_MS).unref();

  return {
    saw,
    flush,
    async close() {
      clearInterval(timer);
      await flushQuietly();
    },
  };
}
