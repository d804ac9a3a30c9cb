import type { LanguageModel, Usage } from '../../engines/language-model/index.ts';
import { type Caller, payerOf } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import {
  ChargeAlreadySettled,
  type ChargeDeps,
  releaseCharge,
  reserveCredits,
  settleCharge,
} from '../ledger/index.ts';
import { planOf } from '../plans/index.ts';
import { keepOfDay, takeOfDay } from './daily-limit.ts';
import {
  charactersOf,
  creditsForTokens,
  mostTokens,
  sizeOfRequest,
  type Tokens,
  tokensUsed,
} from './tokens.ts';

/**
 * The calls to the operator's language model that one answer needs. Each reserves the most that it may cost before it begins.
 * What it has written is owed, also if it was stopped or broke off after that; a call that wrote nothing is not on the tab. Whoever
 * opens a tab must settle it if anything was delivered, or else release it.
 */
export type ModelTab = Pick<LanguageModel, 'chat'> & {
  /** What settling takes. */
  credits(): number;
  /** Takes the price of all calls until now, in the transaction that keeps what they were for. */
  settle(db: Db): Promise<void>;
  /** Gives everything back. Never throws; a tab that was settled stays as it is. */
  release(): Promise<void>;
};

type Price = { chargeId: string; credits: number; quantity: number };

/** A reply may call functions in between, and a live one is settled when it has been heard. */
const DEADLINE_MS = 900_000;
const NOTHING: Tokens = { input: 0, output: 0 };

export function openModelTab(
  deps: ChargeDeps,
  caller: Caller,
  { languageModel, requestId }: { languageModel: LanguageModel | null; requestId: string },
): ModelTab {
  const { accountId } = caller;
  const plan = planOf(caller.plan);
  const owed: Price[] = [];
  const open = new Set<() => void>();
  /** Not awaited where a transaction may be open: the embedded database has one connection. */
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
    const share = await takeOfDay(deps, caller, most);
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

  async function* chat(
    request: Parameters<LanguageModel['chat']>[0],
    { signal }: Parameters<LanguageModel['chat']>[1] = {},
  ): ReturnType<LanguageModel['chat']> {
    if (!languageModel) throw new Error('a tab without a language model');
    signal?.throwIfAborted();
    const size = sizeOfRequest(request);
    const most = mostTokens(size, languageModel.maxOutputTokens);
    const { chargeId, keep } = await begin(most, request.model ?? languageModel.model);
    let written = 0;
    let usage: Usage | null = null;
    let hasFailed = false;
    /** Once, and at once when the caller stops listening: the tab may be settled before the model knows. */
    const close = (): void => {
      if (!open.delete(close)) return;
      signal?.removeEventListener('abort', close);
      const used = tokensUsed(usage, { size, written, most });
      if (written > 0)
        owed.push({ chargeId, credits: creditsForTokens(plan, used), quantity: used.input + used.output });
      else tidying.push(giveBack(chargeId));
      tidying.push(keep(hasFailed && written === 0 ? NOTHING : used));
    };
    open.add(close);
    signal?.addEventListener('abort', close, { once: true });
    try {
      for await (const part of languageModel.chat(request, { signal })) {
        written += charactersOf(part);
        if (part.type === 'end') usage = part.usage;
        yield part;
      }
    } catch (error) {
      hasFailed = !signal?.aborted;
      throw error;
    } finally {
      close();
    }
  }

  return {
    chat,
    credits: () => owed.reduce((sum, { credits }) => sum + credits, 0),
    async settle(db) {
      for (const close of open) close();
      for (const price of owed) await settleCharge({ db, clock: deps.clock }, { accountId, ...price });
    },
    async release() {
      for (const close of open) close();
      await Promise.all([...tidying, ...owed.map(({ chargeId }) => giveBack(chargeId))]);
    },
  };
}
