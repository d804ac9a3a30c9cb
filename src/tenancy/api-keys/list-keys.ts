import { cursorAfter, idFromCursor, type Page } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { type ApiKey, selectKeys } from './queries.ts';

export async function listKeys(
  deps: { db: Db },
  accountId: string,
  page: Page,
): Promise<{ keys: ApiKey[]; nextCursor: string | null }> {
  const before = idFromCursor(page.cursor);
  const keys = await selectKeys(deps.db, accountId, { limit: page.limit + 1, before });
  return { keys: keys.slice(0, page.limit), nextCursor: cursorAfter(keys, page.limit) };
}
