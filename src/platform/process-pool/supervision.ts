import type { EndReason, Member } from './member.ts';

/** Room for what one call holds at its peak; beyond it the machine is at risk, not only the process. */
const HARD_LIMIT_FACTOR = 1.5;

/** Why this process has to go now, if it has to. */
export function judgeMember(
  member: Pick<Member, 'state' | 'heardFromMs' | 'freeSinceMs' | 'measure'>,
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
