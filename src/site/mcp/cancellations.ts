import { createHash } from 'node:crypto';
import type { RequestId } from '@modelcontextprotocol/server';
import { type Database, type Db, isStoreUnavailable, sql } from '../../platform/database/index.ts';

/** Request ids are unique only within a session, and sessions only within an account. */
type CallName = { accountId: string; session: string; id: RequestId };

/** Ends calls that a client cancels, on whichever node they run. */
export type Cancellations = {
  cancel(call: CallName): Promise<void>;
  /** Returns a function that stops waiting. */
  onCancel(call: CallName, canceled: () => void): () => void;
  close(): Promise<void>;
};

const CHANNEL = 'mcp_canceled';

export async function openCancellations(database: Database, db: Db): Promise<Cancellations> {
  const waiting = new Map<string, () => void>();
  const stop = await database.listen(CHANNEL, (key) => waiting.get(key)?.());
  return {
    async cancel(call) {
      await sql`SELECT pg_notify(${CHANNEL}, ${keyOf(call)})`.execute(db);
    },
    onCancel(call, canceled) {
      const key = keyOf(call);
      waiting.set(key, canceled);
      return () => {
        if (waiting.get(key) === canceled) waiting.delete(key);
      };
    },
    async close() {
      // A lost connection needs no UNLISTEN.
      await stop().catch((error: unknown) => {
        if (!isStoreUnavailable(error)) throw error;
      });
    },
  };
}

function keyOf({ accountId, session, id }: CallName): string {
  return createHash('sha256')
    .update(JSON.stringify([accountId, session, id]))
    .digest('base64url');
}
