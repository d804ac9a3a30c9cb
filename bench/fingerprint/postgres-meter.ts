import { readFile } from 'node:fs/promises';
import { childrenOf } from '../../scripts/running-service/processes.ts';
import { type Db, sql } from '../../src/platform/database/index.ts';

const TICKS_PER_SECOND = 100;
/** Of /proc/PID/stat, after the name: own time in user and system mode, then that of children that have ended. */
const OWN = [11, 12];
const WITH_ENDED_CHILDREN = [11, 12, 13, 14];

/** CPU time of this process and of the PostgreSQL server beside it. PGlite is in this process. */
export async function openPostgresMeter(db: Db): Promise<{ cpuMs(): Promise<number> }> {
  const server = await serverOf(db);
  return {
    async cpuMs() {
      const { user, system } = process.cpuUsage();
      const own = (user + system) / 1_000;
      if (server === null) return own;
      const backends = (await childrenOf(server)).map(({ pid }) => timeOf(pid, OWN));
      const times = await Promise.all([timeOf(server, WITH_ENDED_CHILDREN), ...backends]);
      return own + (1_000 * times.reduce((sum, ticks) => sum + ticks, 0)) / TICKS_PER_SECOND;
    },
  };
}

async function serverOf(db: Db): Promise<number | null> {
  if (!process.env.TEST_DATABASE_URL) return null;
  const { rows } = await sql<{ file: string }>`SELECT pg_read_file('postmaster.pid') AS file`.execute(db);
  return Number(rows[0]?.file.split('\n')[0]);
}

async function timeOf(pid: number, places: readonly number[]): Promise<number> {
  // A backend that ends meanwhile is counted by the server the next time.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return places.reduce((sum, place) => sum + Number(fields[place] ?? 0), 0);
}
