import { verifyLedger } from '../../src/money/ledger/index.ts';
import { type Db, openDatabase, sql } from '../../src/platform/database/index.ts';
import { silentLog } from '../../src/platform/log.ts';

export type ChargeFact = {
  request_id: string;
  account_id: string;
  status: string;
  credits: number;
  deadline_at: Date;
};

export type AccountFact = {
  account_id: string;
  included: number;
  pool: number;
  reserved: number;
  settled: number;
};

export type Books = { differences: string[]; charges: ChargeFact[]; accounts: AccountFact[] };

type Where = { databaseUrl: string | undefined; dataDir: string };

/** Only while no service runs: PGlite has room for one process. */
export async function readBooks(where: Where, prefix: string): Promise<Books> {
  const database = await openDatabase({ ...where, log: silentLog });
  try {
    const differences = await verifyLedger(database.db);
    return {
      differences: differences.map(
        (row) => `${row.accountId}: ${row.what} ${row.found}, not ${row.expected}`,
      ),
      charges: await selectCharges(database.db, prefix),
      accounts: await selectAccounts(database.db, prefix),
    };
  } finally {
    await database.close();
  }
}

async function selectCharges(db: Db, prefix: string): Promise<ChargeFact[]> {
  const { rows } = await sql<ChargeFact>`
    SELECT request_id, account_id, status, credits, deadline_at FROM charges
    WHERE starts_with(request_id, ${prefix})`.execute(db);
  return rows;
}

async function selectAccounts(db: Db, prefix: string): Promise<AccountFact[]> {
  const { rows } = await sql<AccountFact>`
    SELECT w.account_id, w.included_credits AS included, w.pool_credits AS pool,
      coalesce(sum(c.pool_credits) FILTER (WHERE c.status = 'reserved'), 0)::bigint AS reserved,
      coalesce(sum(c.pool_credits) FILTER (WHERE c.status = 'settled'), 0)::bigint AS settled
    FROM wallets w JOIN charges c ON c.account_id = w.account_id
    WHERE w.account_id IN (SELECT account_id FROM charges WHERE starts_with(request_id, ${prefix}))
    GROUP BY w.account_id`.execute(db);
  return rows;
}
