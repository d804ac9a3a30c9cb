import { verifyLedger } from '../../src/money/ledger/index.ts';
import { type Db, openDatabase, sql } from '../../src/platform/database/index.ts';
import { silentLog } from '../../src/platform/log.ts';

export type ChargeFact = { request_id: string; status: string; credits: number; deadline_at: Date };

export type AccountFact = {
  account_id: string;
  included: number;
  pool: number;
  reserved: number;
  settled: number;
  /** Given back to the pool since the time that was asked for. */
  released_since: number;
};

export type Books = { differences: string[]; charges: ChargeFact[]; accounts: AccountFact[] };

type Where = { databaseUrl: string | undefined; dataDir: string };

/** Only while no service runs: PGlite has room for one process. */
export async function readBooks(where: Where, prefix: string, since: Date): Promise<Books> {
  const database = await openDatabase({ ...where, log: silentLog });
  try {
    const differences = await verifyLedger(database.db);
    return {
      differences: differences.map(
        (row) => `${row.accountId}: ${row.what} ${row.found}, not ${row.expected}`,
      ),
      charges: await selectCharges(database.db, prefix),
      accounts: await selectAccounts(database.db, prefix, since),
    };
  } finally {
    await database.close();
  }
}

async function selectCharges(db: Db, prefix: string): Promise<ChargeFact[]> {
  const { rows } = await sql<ChargeFact>`
    SELECT request_id, status, credits, deadline_at FROM charges
    WHERE starts_with(request_id, ${prefix})`.execute(db);
  return rows;
}

async function selectAccounts(db: Db, prefix: string, since: Date): Promise<AccountFact[]> {
  const { rows } = await sql<AccountFact>`
    SELECT w.account_id, w.included_credits AS included, w.pool_credits AS pool,
      coalesce(sum(c.pool_credits) FILTER (WHERE c.status = 'reserved'), 0)::bigint AS reserved,
      coalesce(sum(c.pool_credits) FILTER (WHERE c.status = 'settled'), 0)::bigint AS settled,
      (SELECT coalesce(sum(p.amount), 0)::bigint FROM ledger_postings p
        WHERE p.account_id = w.account_id AND p.kind = 'release' AND p.to_book = 'pool' AND p.at >= ${since}
      ) AS released_since
    FROM wallets w JOIN charges c ON c.account_id = w.account_id
    WHERE w.account_id IN (SELECT account_id FROM charges WHERE starts_with(request_id, ${prefix}))
    GROUP BY w.account_id`.execute(db);
  return rows;
}
