import { readFileSync } from 'node:fs';

/** `crashed` is the only exit that nobody asked for. */
export type EndReason = 'crashed' | 'hung' | 'memory' | 'cancelled' | 'deadline' | 'idle' | 'closed';

/** Headroom for the peak of one call; beyond it the whole machine is at risk. */
const HARD_LIMIT_FACTOR = 1.5;

/** Reason to stop this process now, or null. */
export function judgeMember(
  member: { state: string; lastMessageMs: number; freeSinceMs: number; measure(): number },
  nowMs: number,
  limits: { maxRssBytes: number; hangMs: number; idleMs?: number },
): Extract<EndReason, 'memory' | 'hung' | 'idle'> | null {
  if (member.measure() > limits.maxRssBytes * HARD_LIMIT_FACTOR) return 'memory';
  // Loading a model may block for long; the start deadline covers that.
  if (member.state !== 'free' && member.state !== 'busy') return null;
  if (nowMs - member.lastMessageMs > limits.hangMs) return 'hung';
  const idle = member.state === 'free' && limits.idleMs && nowMs - member.freeSinceMs >= limits.idleMs;
  return idle ? 'idle' : null;
}

/** Asks the kernel, because a child stuck in native code cannot report. Null without /proc. */
export function residentBytes(pid: number): number | null {
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? null : Number(kibibytes) * 1024;
  } catch {
    return null;
  }
}
