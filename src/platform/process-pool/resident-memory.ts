import { readFileSync } from 'node:fs';

/** Asks the kernel, because a child stuck in native code cannot tell; null where there is no /proc. */
export function residentBytes(pid: number): number | null {
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? null : Number(kibibytes) * 1024;
  } catch {
    return null;
  }
}
