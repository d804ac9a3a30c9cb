import { closeSync, fdatasyncSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { arch, availableParallelism, loadavg, platform } from 'node:os';
import { quantile } from './quantiles.ts';

const PAGE_BYTES = 8_192;
const WRITES = 200;

/** Printed with every benchmark: figures are meaningless without it. */
export function describeMachine(): string {
  const load = loadavg().map((value) => value.toFixed(2));
  const date = new Date().toISOString().slice(0, 16);
  return `${date}Z · ${platform()} ${arch()}, ${availableParallelism()} cores${processorName()} · Node ${process.versions.node} · load average ${load.join(' ')}`;
}

function processorName(): string {
  const name = /^model name\s*:\s*(.+)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1];
  return name ? ` (${name})` : '';
}

/** The lower bound for a durable commit on this disk: the time to write and sync one page. */
export function syncCost(folder: string): { p50: number; p99: number } {
  mkdirSync(folder, { recursive: true });
  const path = `${folder}/sync-cost-${process.pid}`;
  const file = openSync(path, 'w');
  const page = Buffer.alloc(PAGE_BYTES, 1);
  writeSync(file, Buffer.alloc(PAGE_BYTES * WRITES));
  fdatasyncSync(file);
  const tookMs = Array.from({ length: WRITES }, (_, index) => {
    const startedAt = performance.now();
    writeSync(file, page, 0, PAGE_BYTES, index * PAGE_BYTES);
    fdatasyncSync(file);
    return performance.now() - startedAt;
  });
  closeSync(file);
  rmSync(path);
  return { p50: quantile(tookMs, 0.5), p99: quantile(tookMs, 0.99) };
}
