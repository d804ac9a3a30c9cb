import { type Clock, systemClock } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config/index.ts';
import { type Db, openDatabase } from '../../platform/database/index.ts';
import { silentLog } from '../../platform/log.ts';
import type { Installation } from './check.ts';

const TIMEOUTS = { connectMs: 6_000, statementMs: 6_000 };
/** The checks ask one after another. A database with few connections left should not lose more of them. */
const CONNECTIONS = 1;

/** Opens nothing yet. What is opened later ends with the process. */
export function openInstallation(
  env: NodeJS.ProcessEnv,
  { backups = null, clock = systemClock }: { backups?: string | null; clock?: Clock } = {},
): Installation & { close(): Promise<void> } {
  const { config, problems, names } = readConfig(env);
  const { databaseUrl, dataDir } = config;
  let opened: ReturnType<typeof openDatabase> | undefined;
  const server = async (): Promise<Db> => {
    const options = { databaseUrl, dataDir, poolSize: CONNECTIONS, timeouts: TIMEOUTS, log: silentLog };
    opened ??= openDatabase(options);
    return (await opened).db;
  };
  return {
    env,
    config,
    problems,
    settingNames: names,
    clock,
    backups,
    server: databaseUrl === undefined ? null : server,
    close: async () => {
      const database = await opened?.catch(() => null);
      await database?.close();
    },
  };
}
