import { readFileSync } from 'node:fs';

/** `crashed` is the only end that nobody asked for. */
export type EndReason = 'crashed' | 'hung' | 'memory' | 'cancelled' | 'deadline' | 'idle' | 'closed';

/** Room for what one call holds at its peak; beyond it the machine is at risk, not only the process. */
const HARD_LIMIT_FACTOR = 1.5;

/** Why this process has to go now, if it has to. */
export function judgeMember(
  member: { state: string; heardFromMs: number; freeSinceMs: number; measure(): number },
  nowMs: number,
  limits: { maxRssBytes: number; hangMs: number; idleMs?: number },
): Extract<EndReason, 'memory' | 'hung' | 'idle'> | null {
  if (member.measure() > limits.maxRssBytes * HARD_LIMIT_FACTOR) return 'memory';
  // Loading a model may block for long; the start deadline watches over that.
  if (member.state !== 'free' && member.state !== 'busy') return null;
  if (nowMs - member.heardFromMs > limits.hangMs) return 'hung';
  const idle = member.state === 'free' && limits.idleMs && nowMs - member.freeSinceMs >= limits.idleMs;
  return idle ? 'idle' : null;
}

/** Asks the kernel, because a child stuck in native code cannot tell; null where there is no /proc. */
export function residentBytes(pid: number): number | null {
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? null : Number(kibibytes) * 1024;
  } catch {
    return null;
  }
}
