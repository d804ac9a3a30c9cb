import { readdirSync, readFileSync } from 'node:fs';

const EVERY_MS = 250;
/** Linux counts CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100;
const MIB = 1024 ** 2;

export type Watch = {
  /** User and system time of this process and all under it, so far. */
  cpuSeconds(): number;
  stop(): {
    /** This process and all under it are counted together. Pages that several of them share count several times. */
    peakMib: number;
    /** Each kind of process has its peak, highest first. */
    peaks: { name: string; mib: number }[];
  };
};

/** Resident memory and CPU time of this process and those that it starts. Linux only. */
export function watchProcesses(): Watch {
  let peak = 0;
  const peaks = new Map<string, number>();
  const measure = () => {
    const sizes = family().map(({ pid }) => ({ name: nameOf(pid), mib: residentMib(pid) }));
    peak = Math.max(
      peak,
      sizes.reduce((sum, { mib }) => sum + mib, 0),
    );
    for (const { name, mib } of sizes) peaks.set(name, Math.max(peaks.get(name) ?? 0, mib));
  };
  const timer = setInterval(measure, EVERY_MS);
  return {
    cpuSeconds: () => family().reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND,
    stop() {
      clearInterval(timer);
      const highest = [...peaks].toSorted(([, a], [, b]) => b - a);
      return { peakMib: peak, peaks: highest.map(([name, mib]) => ({ name, mib })) };
    },
  };
}

type Process = { pid: number; parent: number; ticks: number };

function family(): Process[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/u.test(name) ? readProcess(Number(name)) : []));
  const found = all.filter(({ pid }) => pid === process.pid);
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

/** None if it has ended. Its time is then counted with its parent's. */
function readProcess(pid: number): Process[] {
  const stat = read(`/proc/${pid}/stat`);
  // The name in parentheses may have spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields.length < 20) return [];
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return [{ pid, parent: Number(fields[1]), ticks }];
}

function residentMib(pid: number): number {
  return (Number(/^VmRSS:\s*(\d+) kB/mu.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1_024) / MIB;
}

/** `engines/speech` for the process of an engine, or else the program. */
function nameOf(pid: number): string {
  const words = read(`/proc/${pid}/cmdline`).split('\0');
  const script = words.find((word) => /\.[tj]s$/u.test(word));
  const engine = script && /engines\/[^.]+(?=\/[^/]*\.ts$)/u.exec(script)?.[0];
  return engine ?? script?.split('/').slice(-2).join('/') ?? words[0]?.split('/').at(-1) ?? '';
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
