import { perHandle } from '../../platform/database/index.ts';
import { recent } from '../../platform/recent.ts';
import { type ChargeRequest, keysOf } from './charge.ts';

/** The pool must hold so many times what the account's calls on this node may take. So other nodes have room as well. */
const PLENTY = 20;
const SEEN_MS = 60_000;
/** An entry takes about 200 bytes. */
const MOST_SEEN = 50_000;

type Payer = Pick<ChargeRequest, 'accountId' | 'credentialId' | 'ephemeralKeyId'>;

/**
 * What the database last said of the pools that this node's callers pay from. It decides nothing about money: the statement that
 * charges does. It says whether a call may start before its credits are taken.
 */
export type SeenPools = {
  /** Null: it is not known to have plenty. Otherwise the call may start, and `end` must follow. */
  holdOfPlenty(payer: Payer, credits: number): { end(): void } | null;
  /** What is left after a charge of the payer. Null: it was not taken. */
  note(payer: Payer, left: number | null): void;
};

/** A key with a limit never gets an entry, since its charges are counted in another way. */
export const seenPools = perHandle((): SeenPools => createSeenPools());

export function createSeenPools(nowMs: () => number = () => performance.now()): SeenPools {
  const seen = recent<{ left: number; atMs: number }>(MOST_SEEN);
  const held = new Map<string, number>();
  return {
    holdOfPlenty(payer, credits) {
      const { accountId } = payer;
      const pool = seen.get(nameOf(payer));
      const most = (held.get(accountId) ?? 0) + credits;
      if (!pool || nowMs() - pool.atMs > SEEN_MS || pool.left < PLENTY * most) return null;
      held.set(accountId, most);
      return {
        end() {
          const rest = (held.get(accountId) ?? 0) - credits;
          if (rest > 0) held.set(accountId, rest);
          else held.delete(accountId);
        },
      };
    },
    note(payer, left) {
      if (left === null) seen.delete(nameOf(payer));
      else seen.set(nameOf(payer), { left, atMs: nowMs() });
    },
  };
}

function nameOf(payer: Payer): string {
  return [payer.accountId, ...keysOf(payer)].join(' ');
}
