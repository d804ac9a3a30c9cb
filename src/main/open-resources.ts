import type { Clock } from '../platform/clock.ts';
import { type Config, loadSecrets, type Secrets } from '../platform/config/index.ts';
import { type Database, migrate, openDatabase, openDatabaseClock } from '../platform/database/index.ts';
import type { Deadline } from '../platform/deadline.ts';
import type { Log } from '../platform/log.ts';
import { removeLostScratch } from '../platform/scratch.ts';
import { createDiskStorage, createS3Storage, type Storage } from '../platform/storage/index.ts';
import { openTracing, type Tracing } from '../platform/tracing/index.ts';
import { type Engines, openEngines } from './open-engines.ts';
import { versionOfPackage } from './version-of-package.ts';

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
  const secrets = loadSecrets(config);
  const storage = await openStorage(config);
  await removeLostScratch();
  const { closeEngines, ...engines } = await openEngines(config, log);
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log });
  await migrate(database, { log });
  const { clock, close: closeClock } = await openDatabaseClock(database, { log });
  const tracing = await openTracing(config.tracing, { log, role: 'server', version: versionOfPackage() });
  return {
    config,
    secrets,
    log,
    clock,
    database,
    storage,
    tracing,
    ...engines,
    async close() {
      await closeEngines();
      closeClock();
      await database.close();
      await tracing.close();
    },
  };
}

export async function openStorage(config: Config): Promise<Storage> {
  return config.s3 ? createS3Storage(config.s3) : createDiskStorage({ dataDir: config.dataDir });
}
