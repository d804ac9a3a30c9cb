import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { migrate, sql } from '../../../src/platform/database/index.ts';
import { openBareDatabase } from '../../../src/platform/database/testing.ts';
import { silentLog } from '../../../src/platform/log.ts';
import { openTestService } from '../../support/test-service.ts';
import { type Recorded, SECRETS } from './recorded.ts';

export type Upgraded = Awaited<ReturnType<typeof openUpgraded>>;

/** Names of what `npm run upgrades:record` has kept, oldest first. */
export async function listRecorded(): Promise<string[]> {
  const names = await readdir(import.meta.dirname);
  return names.flatMap((name) => (name.endsWith('.sql.gz') ? [name.replace('.sql.gz', '')] : [])).sort();
}

/** The database and the files of an earlier version, brought up to date. */
export async function openUpgraded(name: string) {
  const kept = join(import.meta.dirname, name);
  const recorded = JSON.parse(await readFile(`${kept}.json`, 'utf8')) as Recorded;
  const dataDir = await mkdtemp(join(tmpdir(), 'upgraded-'));
  for (const [path, content] of Object.entries(recorded.files)) {
    const file = join(dataDir, 'storage', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content, 'base64');
  }
  const database = await openBareDatabase();
  await sql.raw(gunzipSync(await readFile(`${kept}.sql.gz`)).toString()).execute(database.db);
  await migrate(database, { log: silentLog });
  return {
    recorded,
    db: database.db,
    /**
     * Today's service in the moment after the earlier one was stopped, or just before a delivery that was due by then, which it would
     * attempt while it is compared. Its jobs are for workers that connect.
     */
    async serve(outboundAllow: string) {
      const settings = { ...SECRETS, JOB_CONCURRENCY: '0' };
      const kept = { dataDir, database: { ...database, close: async () => undefined } };
      const service = await openTestService({ kept, settings, outboundAllow });
      const { rows } = await sql<{ due: Date | null }>`
        SELECT min(due_at) - interval '1 millisecond' AS due FROM webhook_deliveries WHERE status = 'pending'`.execute(
        database.db,
      );
      const stoppedMs = new Date(recorded.at).getTime();
      const startMs = Math.min(stoppedMs, rows[0]?.due?.getTime() ?? stoppedMs);
      service.clock.advanceMs(startMs - service.clock.now().getTime());
      return service;
    },
    async close(): Promise<void> {
      await database.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
