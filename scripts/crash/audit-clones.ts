import { readdir } from 'node:fs/promises';
import { type Db, openDatabase, sql } from '../../src/platform/database/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { createDiskStorage, type Storage, sweepLooseObjects } from '../../src/platform/storage/index.ts';
import type { LedgerState } from '../running-service/ledger-state.ts';
import type { Spoken } from './clone-samples.ts';

type Where = { databaseUrl: string | undefined; dataDir: string; workDir: string };
type Expected = { accountId: string; made: number; live: number };

/** The sweep deletes what a crash left after this time. */
const SWEPT_AFTER_MS = 3 * 3_600_000;

/** Call only while nothing runs: PGlite allows a single process. */
export async function auditClones(where: Where, expected: Expected): Promise<string[]> {
  const database = await openDatabase({ ...where, log: silentLog });
  try {
    const storage = await createDiskStorage(where);
    return [
      ...(await auditRows(database.db, expected)),
      ...(await auditStore(database.db, storage)),
      ...(await readdir(where.workDir)).map((name) => `the worker left its folder ${name}`),
    ];
  } finally {
    await database.close();
  }
}

/** The samples and the test of each clone, each once, and nothing for the cloning itself. */
export function auditCharges({ charges, differences }: LedgerState, spoken: readonly Spoken[]): string[] {
  const problems = [...differences];
  const settled = charges.filter(({ status }) => status === 'settled');
  const open = charges.filter(({ status }) => status === 'reserved');
  if (open.length > 0) problems.push(`${open.length} reservations are open`);
  for (const { requestId, characters } of spoken) {
    const credits = settled.filter(({ request_id }) => request_id === requestId).map((one) => one.credits);
    if (credits.join() !== String(characters))
      problems.push(`${requestId} was charged ${credits.join(' and ') || 'nothing'}, not ${characters}`);
  }
  if (settled.length > spoken.length)
    problems.push(`${settled.length} charges were settled for ${spoken.length} calls`);
  return problems;
}

async function auditRows(db: Db, { accountId, made, live }: Expected): Promise<string[]> {
  const { rows } = await sql<Record<string, number>>`SELECT
    (SELECT count(*) FROM voices WHERE account_id = ${accountId}::uuid) AS slots,
    (SELECT count(*) FROM jobs WHERE account_id = ${accountId}::uuid AND status = 'completed') AS completed,
    (SELECT count(*) FROM jobs WHERE account_id = ${accountId}::uuid) AS jobs,
    (SELECT count(*) FROM voice_consents WHERE account_id = ${accountId}::uuid) AS consents,
    (SELECT count(*) FROM webhook_deliveries WHERE account_id = ${accountId}::uuid) AS events,
    (SELECT count(*) FROM job_checkpoints) AS checkpoints`.execute(db);
  const wanted = { slots: live, completed: made, jobs: made, consents: made, events: made, checkpoints: 0 };
  return Object.entries(wanted)
    .filter(([name, count]) => Number(rows[0]?.[name]) !== count)
    .map(([name, count]) => `${name}: ${rows[0]?.[name]}, not ${count}`);
}

/** After the sweep the store has what the live clones consist of, and nothing else. */
async function auditStore(db: Db, storage: Storage): Promise<string[]> {
  const clock = { now: () => new Date(Date.now() + SWEPT_AFTER_MS) };
  while ((await sweepLooseObjects({ db, storage, clock, log: silentLog })) > 0);
  const stored: string[] = [];
  for (const folder of ['voices/', 'jobs/']) for await (const key of storage.list(folder)) stored.push(key);
  const { rows } = await sql<{ key: string }>`
    SELECT object_key AS key FROM voice_samples
    UNION ALL SELECT preview_key FROM voices WHERE preview_key IS NOT NULL`.execute(db);
  const owned = rows.map(({ key }) => key);
  return [
    ...stored
      .filter((key) => !owned.includes(key))
      .map((key) => `${key} is stored, but nothing refers to it`),
    ...owned.filter((key) => !stored.includes(key)).map((key) => `${key} has a row, but no file`),
  ];
}
