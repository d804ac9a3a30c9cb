import { verifyLedger } from '../../src/money/ledger/index.ts';
import { type Db, openDatabase, sql } from '../../src/platform/database/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { createDiskStorage } from '../../src/platform/storage/index.ts';

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

export type LedgerState = { differences: string[]; charges: ChargeFact[]; accounts: AccountFact[] };

type Where = { databaseUrl: string | undefined; dataDir: string };

/** Call only while no service runs: PGlite allows a single process. */
export async function readLedger(where: Where, prefix: string): Promise<LedgerState> {
  const database = await openDatabase({ ...where, log: silentLog });
  try {
    const differences = (await verifyLedger(database.db)).map(
      (row) => `${row.accountId}: ${row.what} ${row.found}, not ${row.expected}`,
    );
    return {
      differences: [...differences, ...(await compareAudio(database.db, where))],
      charges: await selectCharges(database.db, prefix),
      accounts: await selectAccounts(database.db, prefix),
    };
  } finally {
    await database.close();
  }
}

/** Every stored audio file must have a row or be a loose object, and every row must have its file. */
async function compareAudio(db: Db, where: Pick<Where, 'dataDir'>): Promise<string[]> {
  const storage = await createDiskStorage(where);
  const stored = new Set<string>();
  for (const folder of ['history/', 'speech-cache/'])
    for await (const key of storage.list(folder)) stored.add(key);
  const { rows } = await sql<{ key: string; owned: boolean }>`
    SELECT audio_key AS key, true AS owned FROM generations WHERE audio_key IS NOT NULL
    UNION ALL SELECT object_key, true FROM speech_cache
    UNION ALL SELECT object_key, false FROM loose_objects`.execute(db);
  const known = new Set(rows.map(({ key }) => key));
  return [
    ...[...stored]
      .filter((key) => !known.has(key))
      .map((key) => `${key} is stored, but nothing refers to it`),
    ...rows
      .filter(({ key, owned }) => owned && !stored.has(key))
      .map(({ key }) => `${key} has a row, but no file`),
  ];
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
