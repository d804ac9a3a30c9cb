import { cursorAfter, idFromCursor, type Page } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { type Account, selectAccounts } from './queries.ts';

export async function listAccounts(
  db: Db,
  page: Page & { query?: string | undefined },
): Promise<{ accounts: Account[]; nextCursor: string | null }> {
  const accounts = await selectAccounts(db, {
    limit: page.limit + 1,
    before: idFromCursor(page.cursor),
    query: page.query ?? null,
  });
  return { accounts: accounts.slice(0, page.limit), nextCursor: cursorAfter(accounts, page.limit) };
}
