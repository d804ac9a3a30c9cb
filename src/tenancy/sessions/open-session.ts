import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { newSessionToken, SESSION_LIFETIME_MS } from './cookie.ts';
import { insertSession } from './queries.ts';

export type OpenedSession = { id: string; cookie: string };

export async function openSession(
  deps: { db: Db; clock: Clock; sessionSecret: string },
  accountId: string,
): Promise<OpenedSession> {
  const { cookie, hash } = newSessionToken(deps.sessionSecret);
  const createdAt = deps.clock.now();
  const id = uuidv7(createdAt.getTime());
  const expiresAt = new Date(createdAt.getTime() + SESSION_LIFETIME_MS);
  await insertSession(deps.db, accountId, { id, hash, createdAt, expiresAt });
  return { id, cookie };
}
