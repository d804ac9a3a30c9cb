import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { manifestLabel } from '../../engines/manifests/index.ts';
import { openDatabase, sql } from '../../src/platform/database/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { createDiskStorage } from '../../src/platform/storage/index.ts';

/** Names under which films and dubs are stored. */
const FILMS = /\/(video|film)$/u;

type Film = { key: string; bytes: Buffer };

async function* storedFilms(dataDir: string): AsyncGenerator<Film> {
  const storage = await createDiskStorage({ dataDir });
  for await (const key of storage.list('jobs/')) {
    const stored = FILMS.test(key) ? await storage.get(key) : null;
    if (stored) yield { key, bytes: await buffer(stored.body) };
  }
}

/** Films in the store without a manifest. */
export async function storedUnsigned(dataDir: string): Promise<string[]> {
  const unsigned: string[] = [];
  for await (const { key, bytes } of storedFilms(dataDir))
    if (!bytes.includes(manifestLabel(''))) unsigned.push(key);
  return unsigned;
}

type Where = { databaseUrl: string | undefined; dataDir: string };

/** Every film that was delivered has its record, with its hash and how it sounds, and nothing else has one. */
export async function auditSigned(where: Where, accountId: string, expected: number): Promise<string[]> {
  const database = await openDatabase({ ...where, log: silentLog });
  try {
    const { rows } = await sql<{ id: string; sha256: string; heard: boolean; status: string | null }>`
      SELECT made.id, encode(made.sha256, 'hex') AS sha256, job.status,
        made.landmarks IS NOT NULL OR EXISTS (SELECT FROM fingerprints WHERE provenance_id = made.id) AS heard
      FROM provenance made LEFT JOIN jobs job ON job.id = made.job_id
      WHERE made.account_id = ${accountId}::uuid AND made.job_id IS NOT NULL AND made.delivered_at IS NOT NULL`.execute(
      database.db,
    );
    const hashes = new Set<string>();
    for await (const { bytes } of storedFilms(where.dataDir))
      hashes.add(createHash('sha256').update(bytes).digest('hex'));
    return [
      ...(rows.length === expected ? [] : [`${rows.length} films are recorded, not ${expected}`]),
      ...rows.filter(({ status }) => status !== 'completed').map(({ id }) => `${id} was not delivered`),
      ...rows.filter(({ sha256 }) => !hashes.has(sha256)).map(({ id }) => `${id} has the hash of no file`),
      ...rows.filter(({ heard }) => !heard).map(({ id }) => `${id} is not known by its sound`),
    ];
  } finally {
    await database.close();
  }
}
