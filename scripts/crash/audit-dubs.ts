import { readdir } from 'node:fs/promises';
import { type Db, openDatabase, sql } from '../../src/platform/database/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { createDiskStorage, type Storage, sweepLooseObjects } from '../../src/platform/storage/index.ts';
import { sweepJobFiles } from '../../src/work/jobs/index.ts';

type Where = {
  databaseUrl: string | undefined;
  dataDir: string;
  /** Folders that must be empty when nothing runs. */
  scratch: readonly string[];
};

type Expected = { made: number; consents: number };

/** The sweeps delete what a crash left after this time. */
const SWEPT_AFTER_MS = 3 * 3_600_000;
const FOLDERS = ['media/', 'dub-speech/', 'jobs/'];

/** There must be as many of everything as dubs were made, and nothing else. Call only while nothing runs. */
export async function auditDubs(where: Where, accountId: string, expected: Expected): Promise<string[]> {
  const database = await openDatabase({ ...where, log: silentLog });
  try {
    const storage = await createDiskStorage(where);
    return [
      ...(await auditRows(database.db, accountId, expected)),
      ...(await auditStore(database.db, storage)),
      ...(await Promise.all(where.scratch.map(leftIn))).flat(),
    ];
  } finally {
    await database.close();
  }
}

async function leftIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).map((name) => `${folder}/${name} was left`);
}

async function auditRows(db: Db, accountId: string, { made, consents }: Expected): Promise<string[]> {
  const { rows } = await sql<Record<string, number>>`SELECT
    (SELECT count(*) FROM dubs WHERE account_id = ${accountId}::uuid AND script IS NOT NULL) AS dubs,
    (SELECT count(*) FROM dub_films WHERE account_id = ${accountId}::uuid) AS films,
    (SELECT count(*) FROM jobs WHERE account_id = ${accountId}::uuid AND kind = 'dub' AND status = 'completed') AS completed,
    (SELECT count(*) FROM jobs WHERE account_id = ${accountId}::uuid AND kind = 'dub') AS jobs,
    (SELECT count(*) FROM voice_consents WHERE account_id = ${accountId}::uuid) AS consents,
    (SELECT count(*) FROM job_checkpoints) AS checkpoints`.execute(db);
  const each = { dubs: made, films: made, completed: made, jobs: made, consents };
  return Object.entries({ ...each, checkpoints: 0 })
    .filter(([name, count]) => Number(rows[0]?.[name]) !== count)
    .map(([name, count]) => `${name}: ${rows[0]?.[name]}, not ${count}`);
}

/** After the sweeps the store has the films, their speech and the outputs of the attempts that completed. */
async function auditStore(db: Db, storage: Storage): Promise<string[]> {
  const clock = { now: () => new Date(Date.now() + SWEPT_AFTER_MS) };
  while ((await sweepLooseObjects({ db, storage, clock, log: silentLog })) > 0);
  while ((await sweepJobFiles({ db, storage, clock })) > 0);
  const { rows } = await sql<{ key: string }>`
    SELECT object_key AS key FROM dub_films
    UNION ALL SELECT speech_key FROM dubs WHERE speech_key IS NOT NULL
    UNION ALL SELECT 'jobs/' || id || '/' || outputs_of || '/' || (output ->> 'name')
      FROM jobs, jsonb_array_elements(outputs) AS output
      WHERE output ->> 'name' <> 'speech'`.execute(db);
  const owned = new Set(rows.map(({ key }) => key));
  const stored = new Set<string>();
  for (const folder of FOLDERS) for await (const key of storage.list(folder)) stored.add(key);
  return [
    ...[...stored]
      .filter((key) => !owned.has(key))
      .map((key) => `${key} is stored, but nothing refers to it`),
    ...[...owned].filter((key) => !stored.has(key)).map((key) => `${key} has a row, but no file`),
  ];
}
