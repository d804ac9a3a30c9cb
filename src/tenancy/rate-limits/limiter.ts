import type { RateLimitHit, RateLimitVerdict } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { type Hits, openHits } from './hits.ts';
import { forgiveLastHit, hitWindow, sweepWindows, type WindowVerdict } from './queries.ts';

export type RateLimiter = {
  hit(hit: RateLimitHit): Promise<RateLimitVerdict>;
  /** Deletes the rows of subjects without a hit for a whole window. */
  sweep(): Promise<number>;
};

export type RateLimiterDeps = {
  db: Db;
  /** Only tests set it. In service the database's clock counts, which all nodes share. */
  clock?: Clock;
  generatePerMinute: (plan: string) => number;
};

const WINDOW_MS = 60_000;
const PER_MINUTE = { general: 60, messages: 300, public: 300, auth: 60 } as const;
/** Limits are per key and per session. All credentials of an account together get this many times as much. */
const ACCOUNT_FACTOR = 5;

export function createRateLimiter(deps: RateLimiterDeps): RateLimiter {
  const hits = openHits(deps.db);
  return {
    hit: (hit) => hitBucket(deps, hits, hit),
    sweep: () => sweepWindows(deps.db, deps.clock?.now().getTime()),
  };
}

/** Takes back the newest call of an address to `POST /api/auth`. */
export function forgiveAddress(db: Db, address: string): Promise<void> {
  return forgiveLastHit(db, `auth address:${address}`);
}

async function hitBucket(deps: RateLimiterDeps, hits: Hits, hit: RateLimitHit): Promise<RateLimitVerdict> {
  const limit =
    hit.bucket === 'generate' ? deps.generatePerMinute(hit.plan ?? 'free') : PER_MINUTE[hit.bucket];
  const window = { windowMs: WINDOW_MS, nowMs: deps.clock?.now().getTime() };
  const own = `${hit.bucket} ${hit.subject}`;
  if (hit.accountId === null)
    return { limit, ...standing(await hitWindow(deps.db, { ...window, subject: own, limit }), limit) };
  const accountLimit = limit * ACCOUNT_FACTOR;
  const windows = { own: { ...window, limit }, shared: { ...window, limit: accountLimit } };
  const verdicts = await hits.count(windows, { own, shared: `${hit.bucket} account:${hit.accountId}` });
  const ofOwn = { limit, ...standing(verdicts.own, limit) };
  const ofAccount = verdicts.shared && standing(verdicts.shared, accountLimit);
  if (!ofAccount || (ofAccount.allowed && ofAccount.remaining >= ofOwn.remaining)) return ofOwn;
  // The account's limit is the nearer one, so it is what the caller can count on.
  return { ...ofAccount, limit, ...(!ofAccount.allowed && { accountLimit }) };
}

function standing(verdict: WindowVerdict, limit: number) {
  return {
    allowed: verdict.allowed,
    remaining: Math.max(0, limit - verdict.used),
    resetSeconds: Math.ceil(verdict.freesInMs / 1000),
  };
}
