import type { ChatPart, LanguageModel, Usage } from '../../../engines/language-model/index.ts';
import { type Caller, payerOf } from '../../http/index.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import {
  type Amount,
  ChargeAlreadyReleased,
  ChargeAlreadySettled,
  type ChargeDeps,
  noteProgress,
  releaseCharge,
  reserveCredits,
  settleCharge,
} from '../ledger/index.ts';
import { planOf } from '../plans/index.ts';
import { holdOfDay, keepOfDay } from './daily-limit.ts';
import {
  charactersOf,
  creditsForTokens,
  mostTokens,
  sizeOfRequest,
  type Tokens,
  tokensUsed,
} from './tokens.ts';

/**
 * The calls to the operator's language model that one answer needs. Each call reserves the most that it may cost before
 * it begins. This holds more of the balance than most calls use, but no answer is written that nobody can pay for. The
 * text that a call has written is owed, even if the call was stopped or broke off after that; a call that wrote nothing
 * is not on the tab. Whoever opens a tab must settle it if anything was delivered, or else release it. An answer that
 * is delivered while it is written must also `advance` the tab, so that a crash takes the price of what was delivered.
 */
export type ModelTab = Pick<LanguageModel, 'chat'> & {
  /** Returns the credits that settling takes. */
  credits(): number;
  /**
   * Call it before words leave that are not settled yet: a crash then takes the price of all that was written until now, and no
   * more. `alongside` is told that price, and runs in the transaction that notes it. Throws when a charge is no longer open.
   */
  advance(alongside?: (tx: Tx, credits: number) => Promise<void>): Promise<void>;
  /** Takes the price of all calls until now, in the transaction that keeps what they were for. */
  settle(db: Db): Promise<void>;
  /**
   * Gives back what was neither settled nor noted by `advance`: the sweep settles that. Whoever still listens to a call must
   * have stopped. Never throws.
   */
  release(): Promise<void>;
};

/** A call, what it owes until now, and how many credits of that a crash would take. */
type Call = { chargeId: string; owed: Amount; noted: number };

/** A reply may call functions in between, and a live one is settled when it has been heard. Counted anew when words leave. */
const DEADLINE_MS = 900_000;
const NOTHING: Tokens = { input: 0, output: 0 };

export function openModelTab(
  deps: ChargeDeps,
  caller: Caller,
  { languageModel, requestId }: { languageModel: LanguageModel | null; requestId: string },
): ModelTab {
  const { accountId } = caller;
  const plan = planOf(caller.plan);
  const calls = new Set<Call>();
  const open = new Set<() => void>();
  /** Reservations in progress. */
  const beginning = new Set<Promise<unknown>>();
  /** These are not awaited where a transaction may be open: the embedded database has one connection. */
  const tidying: Promise<void>[] = [];

  async function giveBack(chargeId: string): Promise<void> {
    try {
      await releaseCharge(deps, { accountId, chargeId });
    } catch (error) {
      if (error instanceof ChargeAlreadySettled) return;
      deps.log?.warn({ err: error, charge_id: chargeId }, 'could not release the charge; the sweep will');
    }
  }

  async function begin(most: Tokens, model: string) {
    const share = await holdOfDay(deps, caller, most);
    const request = {
      accountId,
      ...payerOf(caller),
      credits: creditsForTokens(plan, most),
      unit: 'llm_token' as const,
      quantity: most.input + most.output,
      model,
      requestId,
      deadlineMs: DEADLINE_MS,
    };
    const keep = (used: Tokens): Promise<void> =>
      keepOfDay(deps, share, used).catch((error: unknown) =>
        deps.log?.warn({ err: error }, 'the day of a language model counts too much'),
      );
    try {
      const { chargeId } = await reserveCredits(deps, request);
      return { chargeId, keep };
    } catch (error) {
      await keep(NOTHING);
      throw error;
    }
  }

  /** Nobody may listen any more when the credits are reserved. The tab may be released by then, which waits for this. */
  async function beginFor(signal: AbortSignal | undefined, most: Tokens, model: string) {
    const begun = await begin(most, model);
    if (signal?.aborted) await Promise.all([giveBack(begun.chargeId), begun.keep(NOTHING)]);
    signal?.throwIfAborted();
    return begun;
  }

  async function* chat(
    request: Parameters<LanguageModel['chat']>[0],
    { signal }: Parameters<LanguageModel['chat']>[1] = {},
  ): ReturnType<LanguageModel['chat']> {
    if (!languageModel) throw new Error('a tab without a language model');
    signal?.throwIfAborted();
    const size = sizeOfRequest(request);
    const most = mostTokens(size, languageModel.maxOutputTokens);
    const begun = beginFor(signal, most, request.model ?? languageModel.model);
    beginning.add(begun);
    const { chargeId, keep } = await begun.finally(() => beginning.delete(begun));
    const call: Call = { chargeId, owed: { credits: 0, quantity: 0 }, noted: 0 };
    let written = 0;
    let usage: Usage | null = null;
    let hasFailed = false;
    const used = (): Tokens => tokensUsed(usage, { size, written, most });
    /** Once, and at once when the caller stops listening: the tab may be settled before the model knows. */
    const close = (): void => {
      if (!open.delete(close)) return;
      signal?.removeEventListener('abort', close);
      if (written === 0) {
        calls.delete(call);
        tidying.push(giveBack(chargeId));
      }
      tidying.push(keep(hasFailed && written === 0 ? NOTHING : used()));
    };
    const count = (part: ChatPart): void => {
      written += charactersOf(part);
      if (part.type === 'end') usage = part.usage;
      if (written === 0) return;
      const { input, output } = used();
      call.owed = { credits: creditsForTokens(plan, { input, output }), quantity: input + output };
    };
    calls.add(call);
    open.add(close);
    signal?.addEventListener('abort', close, { once: true });
    try {
      for await (const part of languageModel.chat(request, { signal })) {
        if (open.has(close)) count(part);
        yield part;
      }
    } catch (error) {
      hasFailed = !signal?.aborted;
      throw error;
    } finally {
      close();
    }
  }

  const credits = (): number => [...calls].reduce((sum, { owed }) => sum + owed.credits, 0);

  return {
    chat,
    credits,
    async advance(alongside) {
      const due = [...calls].filter(({ owed, noted }) => owed.credits !== noted);
      if (due.length === 0) return;
      const noting = due.map((call) => ({ call, owed: call.owed }));
      const total = credits();
      const deadlineAt = new Date(deps.clock.now().getTime() + DEADLINE_MS);
      await deps.db.transaction().execute(async (tx) => {
        for (const { call, owed } of noting) {
          const { chargeId } = call;
          if (!(await noteProgress(tx, { accountId, chargeId, ...owed, deadlineAt })))
            throw new ChargeAlreadyReleased(chargeId);
        }
        await alongside?.(tx, total);
      });
      for (const { call, owed } of noting) call.noted = owed.credits;
    },
    async settle(db) {
      for (const close of open) close();
      for (const { chargeId, owed } of calls)
        await settleCharge({ db, clock: deps.clock }, { accountId, chargeId, ...owed });
    },
    async release() {
      await Promise.allSettled(beginning);
      for (const close of open) close();
      const unnoted = [...calls].filter(({ noted }) => noted === 0);
      await Promise.all([...tidying, ...unnoted.map(({ chargeId }) => giveBack(chargeId))]);
    },
  };
}
