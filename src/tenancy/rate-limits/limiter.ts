import type { RateBucket } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { hitWindow, sweepWindows } from './queries.ts';

export type RateLimitHit = {
  bucket: Exclude<RateBucket, 'none'>;
  /** The credential or the address that the allowance belongs to. */
  subject: string;
  /** The caller's plan; null where nobody has proved who they are. */
  plan: string | null;
};

export type RateLimitVerdict = { allowed: boolean; limit: number; remaining: number; resetSeconds: number };

export type RateLimiter = {
  hit(hit: RateLimitHit): Promise<RateLimitVerdict>;
  /** Drops the rows of subjects that have been quiet for a whole window. */
  sweep(): Promise<number>;
};

export type RateLimiterDeps = {
  db: Db;
  /** For tests only; nodes agree on the time by asking the database. */
  clock?: Clock;
  generatePerMinute: (plan: string) => number;
};

const WINDOW_MS = 60_000;
const PER_MINUTE = { general: 60, public: 300, auth: 60 } as const;

export function createRateLimiter(deps: RateLimiterDeps): RateLimiter {
  return {
    hit: (hit) => hitBucket(deps, hit),
    sweep: () => sweepWindows(deps.db, deps.clock?.now().getTime()),
  };
}

async function hitBucket(deps: RateLimiterDeps, hit: RateLimitHit): Promise<RateLimitVerdict> {
  const limit =
    hit.bucket === 'generate' ? deps.generatePerMinute(hit.plan ?? 'free') : PER_MINUTE[hit.bucket];
  const verdict = await hitWindow(deps.db, {
    subject: `${hit.bucket} ${hit.subject}`,
    limit,
    windowMs: WINDOW_MS,
    nowMs: deps.clock?.now().getTime(),
  });
  return {
    allowed: verdict.allowed,
    limit,
    remaining: Math.max(0, limit - verdict.used),
    resetSeconds: Math.ceil(verdict.freesInMs / 1000),
  };
}
