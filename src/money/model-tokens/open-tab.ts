import type { ChatPart, LanguageModel, Usage } from '../../../engines/language-model/index.ts';
import type { Caller } from '../../http/index.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import {
  type Amount,
  ChargeAlreadyReleased,
  type ChargeDeps,
  noteProgress,
  settleCharge,
} from '../ledger/index.ts';
import { planOf } from '../plans/index.ts';
import { DEADLINE_MS, giveBack, NOTHING, type Payer, reserveCall } from './reserve-call.ts';
import {
  charactersOf,
  creditsForTokens,
  mostTokens,
  type RequestSize,
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

type Tab = Payer & {
  /** The calls that wrote something, or still may. */
  calls: Set<Call>;
  /** Ends a call that still writes. */
  open: Set<() => void>;
  /** Reservations in progress. */
  beginning: Set<Promise<unknown>>;
  /** These are not awaited where a transaction may be open: the embedded database has one connection. */
  tidying: Promise<void>[];
};

type Chat = LanguageModel['chat'];

export function openModelTab(
  deps: ChargeDeps,
  caller: Caller,
  { languageModel, requestId }: { languageModel: LanguageModel | null; requestId: string },
): ModelTab {
  const tab: Tab = {
    deps,
    caller,
    requestId,
    calls: new Set(),
    open: new Set(),
    beginning: new Set(),
    tidying: [],
  };
  return {
    chat(request, options) {
      if (!languageModel) throw new Error('a tab without a language model');
      return chat(tab, languageModel, request, options);
    },
    credits: () => creditsOf(tab),
    advance: (alongside) => advance(tab, alongside),
    settle: (db) => settle(tab, db),
    release: () => release(tab),
  };
}

async function* chat(
  tab: Tab,
  languageModel: LanguageModel,
  request: Parameters<Chat>[0],
  { signal }: Parameters<Chat>[1] = {},
): ReturnType<Chat> {
  signal?.throwIfAborted();
  const size = sizeOfRequest(request);
  const most = mostTokens(size, languageModel.maxOutputTokens);
  const model = request.model ?? languageModel.model;
  const reserving = reserveCall(tab, { most, model, signal });
  tab.beginning.add(reserving);
  const { chargeId, keep } = await reserving.finally(() => tab.beginning.delete(reserving));
  const meter = createMeter(tab.caller, chargeId, { size, most });
  let hasFailed = false;
  /** Once, and at once when the caller stops listening: the tab may be settled before the model knows. */
  const close = (): void => {
    if (!tab.open.delete(close)) return;
    signal?.removeEventListener('abort', close);
    if (!meter.hasWritten()) {
      tab.calls.delete(meter.call);
      tab.tidying.push(giveBack(tab, chargeId));
    }
    tab.tidying.push(keep(hasFailed && !meter.hasWritten() ? NOTHING : meter.used()));
  };
  tab.calls.add(meter.call);
  tab.open.add(close);
  signal?.addEventListener('abort', close, { once: true });
  try {
    for await (const part of languageModel.chat(request, { signal })) {
      if (tab.open.has(close)) meter.count(part);
      yield part;
    }
  } catch (error) {
    hasFailed = !signal?.aborted;
    throw error;
  } finally {
    close();
  }
}

/** Counts what a call writes, and what it owes for that. */
function createMeter({ plan }: Caller, chargeId: string, bounds: { size: RequestSize; most: Tokens }) {
  const call: Call = { chargeId, owed: { credits: 0, quantity: 0 }, noted: 0 };
  let written = 0;
  let usage: Usage | null = null;
  const used = (): Tokens => tokensUsed(usage, { ...bounds, written });
  return {
    call,
    used,
    hasWritten: () => written > 0,
    count(part: ChatPart): void {
      written += charactersOf(part);
      if (part.type === 'end') usage = part.usage;
      if (written === 0) return;
      const { input, output } = used();
      call.owed = { credits: creditsForTokens(planOf(plan), { input, output }), quantity: input + output };
    },
  };
}

const creditsOf = ({ calls }: Tab): number => [...calls].reduce((sum, { owed }) => sum + owed.credits, 0);

async function advance(tab: Tab, alongside?: (tx: Tx, credits: number) => Promise<void>): Promise<void> {
  const { calls, deps, caller } = tab;
  const due = [...calls].filter(({ owed, noted }) => owed.credits !== noted);
  if (due.length === 0) return;
  const noting = due.map((call) => ({ call, owed: call.owed }));
  const total = creditsOf(tab);
  const deadlineAt = new Date(deps.clock.now().getTime() + DEADLINE_MS);
  await deps.db.transaction().execute(async (tx) => {
    for (const { call, owed } of noting) {
      const { chargeId } = call;
      if (!(await noteProgress(tx, { accountId: caller.accountId, chargeId, ...owed, deadlineAt })))
        throw new ChargeAlreadyReleased(chargeId);
    }
    await alongside?.(tx, total);
  });
  for (const { call, owed } of noting) call.noted = owed.credits;
}

async function settle({ open, calls, deps: { clock }, caller: { accountId } }: Tab, db: Db): Promise<void> {
  for (const close of open) close();
  for (const { chargeId, owed } of calls) await settleCharge({ db, clock }, { accountId, chargeId, ...owed });
}

async function release(tab: Tab): Promise<void> {
  await Promise.allSettled(tab.beginning);
  for (const close of tab.open) close();
  const unnoted = [...tab.calls].filter(({ noted }) => noted === 0);
  await Promise.all([...tab.tidying, ...unnoted.map(({ chargeId }) => giveBack(tab, chargeId))]);
}
