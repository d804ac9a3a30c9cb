import { type Caller, payerOf } from '../../http/index.ts';
import { ChargeAlreadySettled, type ChargeDeps, releaseCharge, reserveCredits } from '../ledger/index.ts';
import { planOf } from '../plans/index.ts';
import { holdOfDay, keepOfDay } from './daily-limit.ts';
import { creditsForTokens, type Tokens } from './tokens.ts';

/** Whoever asks for an answer, and what its calls are charged with. */
export type Payer = { deps: ChargeDeps; caller: Caller; requestId: string };

export type ReservedCall = {
  chargeId: string;
  /** Counts what the call used against the limit of the day, in place of the most that it may use. */
  keep(used: Tokens): Promise<void>;
};

export const NOTHING: Tokens = { input: 0, output: 0 };
/** A reply may call functions in between, and a live one is settled when it has been heard. Counted anew when words leave. */
export const DEADLINE_MS = 900_000;

/**
 * Reserves the most that a call may cost, of the credits and of the day. Nobody may listen any more when that is done: it
 * is then given back, and throws the reason.
 */
export async function reserveCall(
  payer: Payer,
  { most, model, signal }: { most: Tokens; model: string; signal: AbortSignal | undefined },
): Promise<ReservedCall> {
  const reserved = await reserve(payer, most, model);
  if (signal?.aborted) await Promise.all([giveBack(payer, reserved.chargeId), reserved.keep(NOTHING)]);
  signal?.throwIfAborted();
  return reserved;
}

async function reserve(
  { deps, caller, requestId }: Payer,
  most: Tokens,
  model: string,
): Promise<ReservedCall> {
  const share = await holdOfDay(deps, caller, most);
  const keep = (used: Tokens): Promise<void> =>
    keepOfDay(deps, share, used).catch((error: unknown) =>
      deps.log?.warn({ err: error }, 'the day of a language model counts too much'),
    );
  try {
    const { chargeId } = await reserveCredits(deps, {
      accountId: caller.accountId,
      ...payerOf(caller),
      credits: creditsForTokens(planOf(caller.plan), most),
      unit: 'llm_token' as const,
      quantity: most.input + most.output,
      model,
      requestId,
      deadlineMs: DEADLINE_MS,
    });
    return { chargeId, keep };
  } catch (error) {
    await keep(NOTHING);
    throw error;
  }
}

/** Never throws: the sweep gives back what this cannot. */
export async function giveBack({ deps, caller: { accountId } }: Payer, chargeId: string): Promise<void> {
  try {
    await releaseCharge(deps, { accountId, chargeId });
  } catch (error) {
    if (error instanceof ChargeAlreadySettled) return;
    deps.log?.warn({ err: error, charge_id: chargeId }, 'could not release the charge; the sweep will');
  }
}
