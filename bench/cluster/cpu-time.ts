import { readdirSync, readFileSync } from 'node:fs';
import { type Db, sql } from '../../src/platform/database/index.ts';

/** `/proc` counts in these ticks on every Linux. */
const TICKS_PER_SECOND = 100;

export type CpuSeconds = { nodes: number; postgres: number; store: number };

type Processes = { nodes: readonly number[]; store: number };

/** CPU time so far. PostgreSQL's is absent (NaN) if its server runs on another machine. */
export async function cpuSeconds(db: Db, { nodes, store }: Processes): Promise<CpuSeconds> {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db);
  const server = statOf(rows[0]?.pid ?? 0)?.parent;
  const sum = (pids: readonly number[]) =>
    pids.reduce((total, pid) => total + (statOf(pid)?.seconds ?? 0), 0);
  return {
    nodes: sum(nodes),
    postgres: server === undefined ? Number.NaN : sum([server, ...childrenOf(server)]),
    store: sum([store]),
  };
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/u.test(name));
  return pids.map(Number).filter((pid) => statOf(pid)?.parent === parent);
}

function statOf(pid: number): { parent: number; seconds: number } | null {
  try {
    // The name, in brackets, may have spaces.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [parent = 0, user = 0, system = 0] = [fields[1], fields[11], fields[12]].map(Number);
    return { parent, seconds: (user + system) / TICKS_PER_SECOND };
  } catch {
    // It has ended.
    return null;
  }
}
