import { readFile } from 'node:fs/promises';
import { childrenOf } from '../../scripts/running-service/processes.ts';

export type Usage = { seconds: number; cpuSeconds: number; peakRssBytes: number };

const TICKS_PER_SECOND = 100;
/** Sprites are read in half a second by several ffmpegs at once: that is the peak. */
const SAMPLE_MS = 100;

/** Resources of the engine processes and their ffmpegs while `work` runs, without this process. */
export async function withUsage<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; usage: Usage }> {
  const before = await cpuSeconds();
  let peakRssBytes = 0;
  const failed: unknown[] = [];
  const sample = async (): Promise<void> => {
    peakRssBytes = Math.max(peakRssBytes, await residentBytes());
  };
  const sampler = setInterval(() => void sample().catch((error: unknown) => failed.push(error)), SAMPLE_MS);
  const startedAtMs = performance.now();
  try {
    const result = await work();
    const seconds = (performance.now() - startedAtMs) / 1000;
    if (failed.length > 0) throw failed[0];
    return { result, usage: { seconds, cpuSeconds: (await cpuSeconds()) - before, peakRssBytes } };
  } finally {
    clearInterval(sampler);
  }
}

/** A process's CPU time includes that of its exited children. */
async function cpuSeconds(): Promise<number> {
  const stats = await Promise.all((await childrenOf(process.pid)).map(({ pid }) => read(pid, 'stat')));
  const ticks = stats.map((stat) => {
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, value) => sum + Number(value), 0);
  });
  return ticks.reduce((sum, value) => sum + value, 0) / TICKS_PER_SECOND;
}

/** Pages shared by two processes count for both. */
async function residentBytes(): Promise<number> {
  const engines = await pidsUnder(process.pid);
  const helpers = await Promise.all(engines.map(pidsUnder));
  const states = await Promise.all([...engines, ...helpers.flat()].map((pid) => read(pid, 'status')));
  const kilobytes = states.map((state) => Number(/^VmRSS:\s+(\d+)/m.exec(state)?.[1] ?? 0));
  return kilobytes.reduce((sum, value) => sum + value, 0) * 1024;
}

/** Children of its main thread. Scanning all processes would distort the measurement. */
async function pidsUnder(pid: number): Promise<number[]> {
  return (await read(pid, `task/${pid}/children`)).split(' ').filter(Boolean).map(Number);
}

/** Empty for a process that has exited in the meantime. */
async function read(pid: number, name: string): Promise<string> {
  return readFile(`/proc/${pid}/${name}`, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return '';
    throw error;
  });
}
