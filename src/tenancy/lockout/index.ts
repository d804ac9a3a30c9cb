import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { clearWindow, forgiveLastHit, hitWindow } from '../rate-limits/index.ts';

const MINUTE_MS = 60_000;
const PER_ADDRESS = { limit: 5, windowMs: 15 * MINUTE_MS };
/** High enough that a stranger cannot shut the owner out by the way, low enough that guessing is hopeless. */
const PER_ACCOUNT = { limit: 100, windowMs: 60 * MINUTE_MS };

export class Locked extends DomainError {
  constructor(retryAfterSeconds: number) {
    super({
      kind: 'rate_limited',
      code: 'locked',
      public: 'Too many failed attempts; wait before the next one.',
      retryAfterSeconds,
    });
  }
}

export type Attempt = {
  /** The proof was right: earlier failures from this address are forgotten. */
  succeeded(): Promise<void>;
  /** Nothing was guessed: the attempt is not to be counted. */
  withdrawn(): Promise<void>;
};

export type LockoutDeps = { db: Db; clock: Clock };

/**
 * An attempt counts as failed from its beginning until it turns out otherwise, so that many at the same time get no
 * more guesses than one after another. `who` need not exist: a lock that only real accounts have would name them.
 */
export async function beginAttempt(
  deps: LockoutDeps,
  guarded: { who: string; address: string },
): Promise<Attempt> {
  const account = `attempts ${guarded.who}`;
  const pair = `${account} ${guarded.address}`;
  await count(deps, pair, PER_ADDRESS);
  try {
    await count(deps, account, PER_ACCOUNT);
  } catch (error) {
    await forgiveLastHit(deps.db, pair);
    throw error;
  }
  return {
    async succeeded() {
      await clearWindow(deps.db, pair);
      await forgiveLastHit(deps.db, account);
    },
    async withdrawn() {
      await forgiveLastHit(deps.db, pair);
      await forgiveLastHit(deps.db, account);
    },
  };
}

async function count(deps: LockoutDeps, subject: string, rule: typeof PER_ADDRESS): Promise<void> {
  const verdict = await hitWindow(deps.db, { subject, ...rule, nowMs: deps.clock.now().getTime() });
  if (!verdict.allowed) throw new Locked(Math.max(1, Math.ceil(verdict.freesInMs / 1000)));
}
