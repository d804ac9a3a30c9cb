import { cpuSecondsOf, parentOf } from '../../scripts/measure/cpu-time.ts';
import { childrenOf } from '../../scripts/running-service/processes.ts';
import { type Db, sql } from '../../src/platform/database/index.ts';

export type CpuSeconds = { nodes: number; postgres: number; store: number };

type Processes = { nodes: readonly number[]; store: number };

/** CPU time so far. PostgreSQL's is absent (NaN) if its server runs on another machine. */
export async function cpuSeconds(db: Db, { nodes, store }: Processes): Promise<CpuSeconds> {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db);
  const server = parentOf(rows[0]?.pid ?? 0);
  const backends = server === undefined ? [] : (await childrenOf(server)).map(({ pid }) => pid);
  return {
    nodes: cpuSecondsOf(nodes),
    postgres: server === undefined ? Number.NaN : cpuSecondsOf([server, ...backends]),
    store: cpuSecondsOf([store]),
  };
}
