import type { Clock } from '../platform/clock.ts';
import { type Config, loadSecrets, type Secrets } from '../platform/config/index.ts';
import { type Database, migrate, openDatabase, openDatabaseClock } from '../platform/database/index.ts';
import type { Deadline } from '../platform/deadline.ts';
import type { Log } from '../platform/log.ts';
import { removeLostScratch } from '../platform/scratch.ts';
import { createDiskStorage, createS3Storage, type Storage } from '../platform/storage/index.ts';
import type { Tracing } from '../platform/tracing/index.ts';
import { type Engines, openEngines } from './open-engines.ts';
import { openTelemetry, roleOf } from './open-telemetry.ts';

/** Everything a service depends on. Tests pass in their own engines and clock. */
export type Resources = Engines & {
  config: Config;
  secrets: Secrets;
  log: Log;
  clock: Clock;
  database: Database;
  storage: Storage;
  tracing: Tracing;
  /** Bounds requests to customers' URLs. The default goes by the real time. */
  deadline?: Deadline | undefined;
};

export type OpenResources = Resources & { close(): Promise<void> };

/** Opens all resources, those that fail fastest first. */
export async function openResources(config: Config, log: Log): Promise<OpenResources> {
  const telemetry = await openTelemetry(config, log, roleOf('server'));
  const storage = await openStorage(config);
  await removeLostScratch();
  const { databaseUrl, dataDir } = config;
  const [{ closeEngines, ...engines }, database] = await openBoth(
    openEngines(config, log),
    openDatabase({ databaseUrl, dataDir, log }),
  );
  await migrate(database, { log });
  // Not before: what it generates would stay in a DATA_DIR that a restore is filling, and be taken for the keys of the backup.
  const secrets = loadSecrets(config);
  const { clock, close: closeClock } = await openDatabaseClock(database, { log });
  return {
    config,
    secrets,
    log,
    clock,
    database,
    storage,
    tracing: telemetry.tracing,
    ...engines,
    async close() {
      await closeEngines();
      closeClock();
      await database.close();
      await telemetry.close();
    },
  };
}

/** Each waits, most of the time. If one cannot be opened, the other is closed. */
async function openBoth<Opened extends { closeEngines(): Promise<void> }>(
  opening: Promise<Opened>,
  openingDatabase: Promise<Database>,
): Promise<[Opened, Database]> {
  const [engines, database] = await Promise.allSettled([opening, openingDatabase]);
  if (engines.status === 'fulfilled' && database.status === 'fulfilled')
    return [engines.value, database.value];
  if (engines.status === 'fulfilled') await engines.value.closeEngines();
  if (database.status === 'fulfilled') await database.value.close();
  throw engines.status === 'rejected' ? engines.reason : (database as PromiseRejectedResult).reason;
}

export async function openStorage(config: Config): Promise<Storage> {
  return config.s3 ? createS3Storage(config.s3) : createDiskStorage({ dataDir: config.dataDir });
}
