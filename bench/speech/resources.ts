import { readFile } from 'node:fs/promises';
import { cpuSecondsOf } from '../../scripts/measure/cpu-time.ts';
import type { ServiceProcess } from '../../scripts/running-service/service-process.ts';

export type Usage = { cpuSeconds: number; peakRssBytes: number };

const SAMPLE_MS = 250;

/** The service and its engines together, while `work` runs. */
export async function withUsage<Result>(
  service: ServiceProcess,
  work: () => Promise<Result>,
): Promise<{ result: Result; usage: Usage }> {
  const before = cpuSecondsOf(await pidsOf(service));
  let peakRssBytes = 0;
  const sample = async () => {
    peakRssBytes = Math.max(peakRssBytes, await rssBytesOf(await pidsOf(service)));
  };
  const failed: unknown[] = [];
  const sampler = setInterval(() => void sample().catch((error) => failed.push(error)), SAMPLE_MS);
  try {
    const result = await work();
    await sample();
    if (failed.length > 0) throw failed[0];
    return {
      result,
      usage: { cpuSeconds: cpuSecondsOf(await pidsOf(service)) - before, peakRssBytes },
    };
  } finally {
    clearInterval(sampler);
  }
}

async function pidsOf(service: ServiceProcess): Promise<number[]> {
  return [service.pid, ...(await service.children()).map(({ pid }) => pid)];
}

/** Pages shared by two processes count for both. */
export async function rssBytesOf(pids: readonly number[]): Promise<number> {
  const states = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/status`, 'utf8')));
  const kilobytes = states.map((state) => Number(/^VmRSS:\s+(\d+)/m.exec(state)?.[1] ?? 0));
  return kilobytes.reduce((sum, value) => sum + value, 0) * 1024;
}
