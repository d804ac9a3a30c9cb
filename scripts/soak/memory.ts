import { readFile } from 'node:fs/promises';
import type { ServiceProcess } from '../running-service/service-process.ts';

export type Sample = { service: number; engines: number };

const SAMPLE_MS = 5_000;
const MIB = 1024;

/** Samples the resident MiB of the service and its engines every five seconds until stopped. */
export function watchMemory(service: ServiceProcess): () => Sample[] {
  const samples: Sample[] = [];
  const sample = async (): Promise<void> => {
    const engines = await service.children();
    const sizes = await Promise.all(engines.map(({ pid }) => residentMib(pid)));
    samples.push({
      service: await residentMib(service.pid),
      engines: sizes.reduce((sum, size) => sum + size, 0),
    });
  };
  const timer = setInterval(() => void sample(), SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return samples;
  };
}

async function residentMib(pid: number): Promise<number> {
  // A process that has just exited uses no memory.
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / MIB;
}

/** Median of each part of the run. */
export function byParts(samples: Sample[], of: keyof Sample, parts: number): number[] {
  return Array.from({ length: parts }, (_, part) => {
    const from = Math.floor((samples.length * part) / parts);
    const to = Math.floor((samples.length * (part + 1)) / parts);
    const sorted = samples
      .slice(from, to)
      .map((sample) => sample[of])
      .sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  });
}
