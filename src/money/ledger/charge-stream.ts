import type { ChargeRequest } from './charge.ts';
import type { ChargeDeps } from './charge-for.ts';
import { ChargeAlreadyReleased, DeadlineExceeded } from './errors.ts';
import { noteProgress } from './queries/progress.ts';
import type { Rider } from './queries/riders.ts';
import { releaseCharge } from './release-charge.ts';
import { reserveCredits } from './reserve-credits.ts';
import { settleCharge } from './settle-charge.ts';

export type Amount = { credits: number; quantity: number };

/** A charge for work delivered while it is produced. Whoever opens one must settle or release it. */
export type StreamCharge = {
  /** Aborted when the client disconnects, or when nothing was delivered for too long. */
  signal: AbortSignal;
  /** Call before a part leaves, with the total delivered including it. Throws when the charge is no longer open. */
  advance(delivered: Amount): Promise<void>;
  /** Whether a part was charged that may have left. */
  hasAdvanced(): boolean;
  /**
   * Settles the whole request, or what was delivered. Never throws: the sweep finishes what fails here. The first call of
   * `settle` or `release` closes the charge, and later calls do nothing.
   */
  settle(what: 'whole' | 'delivered', riders?: (settled: Amount) => readonly Rider[]): Promise<void>;
  /** Releases everything, for work of which nothing was delivered. Never throws. */
  release(): Promise<void>;
};

/** The longest pause between two parts, whether the engine or the reader causes it. */
const LONGEST_PAUSE_MS = 120_000;
/** The sweep must not act before this process has given up. */
const SWEEPER_GRACE_MS = 30_000;

/** Reserves the whole request; docs/decisions/0005-streams.md says what is settled when. */
export async function openStreamCharge(
  deps: ChargeDeps,
  request: ChargeRequest,
  options: { signal: AbortSignal },
): Promise<StreamCharge> {
  options.signal.throwIfAborted();
  const { accountId, chargeId } = await reserveCredits(deps, {
    ...request,
    deadlineMs: request.deadlineMs + SWEEPER_GRACE_MS,
  });
  const stalled = new AbortController();
  let timer = giveUpAfter(request.deadlineMs);
  let delivered: Amount = { credits: 0, quantity: 0 };
  let hasAdvanced = false;
  let closing: Promise<void> | undefined;

  function giveUpAfter(ms: number): NodeJS.Timeout {
    return setTimeout(() => stalled.abort(new DeadlineExceeded(ms)), ms);
  }

  function closeOnce(work: () => Promise<unknown>): Promise<void> {
    closing ??= close(work);
    return closing;
  }

  async function close(work: () => Promise<unknown>): Promise<void> {
    clearTimeout(timer);
    try {
      await work();
    } catch (error) {
      deps.log?.error(
        { err: error, charge_id: chargeId },
        'could not close the charge of a stream; the sweep will',
      );
    }
  }

  return {
    signal: AbortSignal.any([options.signal, stalled.signal]),
    async advance(amount) {
      clearTimeout(timer);
      timer = giveUpAfter(LONGEST_PAUSE_MS);
      const deadlineAt = new Date(deps.clock.now().getTime() + LONGEST_PAUSE_MS + SWEEPER_GRACE_MS);
      if (!(await noteProgress(deps.db, { accountId, chargeId, ...amount, deadlineAt })))
        throw new ChargeAlreadyReleased(chargeId);
      delivered = amount;
      hasAdvanced = true;
    },
    hasAdvanced: () => hasAdvanced,
    settle(what, riders) {
      const { credits, quantity, fee } = request;
      const amount = what === 'whole' ? { credits, quantity } : delivered;
      return closeOnce(() =>
        settleCharge(deps, {
          accountId,
          chargeId,
          ...amount,
          isWhole: what === 'whole' && !fee,
          riders: riders?.(amount),
        }),
      );
    },
    release: () => closeOnce(() => releaseCharge(deps, { accountId, chargeId })),
  };
}
