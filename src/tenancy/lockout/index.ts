import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { domainError } from '../../platform/errors.ts';
import { clearWindow, forgiveLastHit, hitWindow } from '../rate-limits/index.ts';

const MINUTE_MS = 60_000;
/** Per account and address, so that people behind a shared address lock out nobody but themselves. */
const PER_PAIR = { limit: 5, windowMs: 15 * MINUTE_MS };
/** Per account over all addresses that it has not signed in from: makes guessing from many addresses hopeless. */
const PER_ACCOUNT = { limit: 100, windowMs: 60 * MINUTE_MS };

export const Locked = domainError('rate_limited', 'locked', (retryAfterSeconds: number) => ({
  public: 'Too many failed attempts. Wait before the next one.',
  retryAfterSeconds,
}));

export type Attempt = {
  /** The credentials were right: earlier failures from this address are forgotten. */
  succeeded(): Promise<void>;
  /** Nothing was guessed: the attempt does not count. */
  withdrawn(): Promise<void>;
};

export type LockoutDeps = { db: Db; clock: Clock };

export type Guarded = {
  /** Need not exist: if only real accounts were locked, a lock would reveal them. */
  who: string;
  address: string;
  /** The account has signed in from this address before, so attacks from elsewhere must not shut it out. */
  knownAddress: boolean;
};

/**
 * An attempt counts as failed until it turns out otherwise, so that concurrent attempts get no more guesses than
 * consecutive ones.
 */
export async function beginAttempt(deps: LockoutDeps, guarded: Guarded): Promise<Attempt> {
  const account = `attempts ${guarded.who}`;
  const pair = `${account} ${guarded.address}`;
  // The account first: once it is locked, new addresses leave no rows behind.
  if (!guarded.knownAddress) await count(deps, account, PER_ACCOUNT);
  const forgiveAccount = async () => {
    if (!guarded.knownAddress) await forgiveLastHit(deps.db, account);
  };
  try {
    await count(deps, pair, PER_PAIR);
  } catch (error) {
    await forgiveAccount();
    throw error;
  }
  return {
    async succeeded() {
      await clearWindow(deps.db, pair);
      await forgiveAccount();
    },
    async withdrawn() {
      await forgiveLastHit(deps.db, pair);
      await forgiveAccount();
    },
  };
}

async function count(deps: LockoutDeps, subject: string, rule: typeof PER_PAIR): Promise<void> {
  const verdict = await hitWindow(deps.db, { subject, ...rule, nowMs: deps.clock.now().getTime() });
  if (!verdict.allowed) throw new Locked(Math.max(1, Math.ceil(verdict.freesInMs / 1000)));
}
