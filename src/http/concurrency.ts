import { domainError } from '../platform/errors.ts';

/** Limits what one account runs at once on this node, over all of its keys. */
export type ConcurrencyLimit = {
  run<Result>(accountId: string, work: () => Promise<Result>): Promise<Result>;
};

export const TooManyAtOnce = domainError('rate_limited', 'too_many_at_once', (max: number, what: string) => ({
  public: `This account already has ${max} ${what} in progress. Wait for one to finish, then try again.`,
  retryAfterSeconds: 5,
}));

export function limitConcurrency(max: number, what: string): ConcurrencyLimit {
  const running = new Map<string, number>();
  return {
    async run(accountId, work) {
      const now = running.get(accountId) ?? 0;
      if (now >= max) throw new TooManyAtOnce(max, what);
      running.set(accountId, now + 1);
      try {
        return await work();
      } finally {
        const left = (running.get(accountId) ?? 1) - 1;
        if (left > 0) running.set(accountId, left);
        else running.delete(accountId);
      }
    },
  };
}
