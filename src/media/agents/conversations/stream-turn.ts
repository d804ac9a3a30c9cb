import type { Caller } from '../../../http/index.ts';
import { type ModelTab, openModelTab } from '../../../money/model-tokens/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import { limitsOf } from '../agent.ts';
import { openResponder } from '../open-responder.ts';
import { announceEnd } from './announce-end.ts';
import type { Turn } from './conversation.ts';
import { ConversationLost } from './errors.ts';
import { type LeasedTurn, leaseTurn, leaseUntil } from './lease-turn.ts';
import { endOwned, extendHold, type Owned } from './live-queries.ts';
import { openHeardTurn } from './open-turn.ts';
import { readPast } from './past-turns.ts';
import { answerOf } from './schemas.ts';
import { createStreamedReply, type StreamedReply } from './streamed-reply.ts';
import { hearWhat, isUnpaid, type Said, sayGoodbye, type TurnDeps } from './take-turn.ts';
import { failureEvent, type TurnEvent } from './turn-events.ts';

export type StreamContext = { requestId: string; signal: AbortSignal };

/**
 * One turn, told as it happens. What was heard is paid for before its transcript is told, each clause before its sound, and what
 * was thought at the end. If the client leaves, the turn keeps what was said until then.
 */
export async function* streamTurn(
  deps: TurnDeps,
  caller: Caller,
  conversationId: string,
  said: Said,
  context: StreamContext,
): AsyncGenerator<TurnEvent> {
  const leased = await leaseTurn(deps, caller, conversationId);
  const signed = (path: string): string => deps.signUrl(path, caller.accountId);
  try {
    yield* answerInPieces(deps, caller, leased, said, context);
  } catch (error) {
    const { last_sentence: lastSentence } = leased.agent.settings;
    if (!lastSentence || !isUnpaid(error)) throw error;
    const { body } = await sayGoodbye(
      deps,
      caller,
      leased,
      { lastSentence, said, unpaid: error },
      {
        ...context,
        keeper: null,
        answerWith: (turn, { ended }, audioUrl) => ({
          status: 200,
          body: answerOf(conversationId, turn, { ended, audioUrl, signed }),
        }),
      },
    );
    yield { type: 'turn', ...(body as ReturnType<typeof answerOf>) };
  } finally {
    await leased.release();
  }
}

/** Throws only until the transcript is told: what fails after it is told too. */
async function* answerInPieces(
  deps: TurnDeps,
  caller: Caller,
  leased: LeasedTurn,
  said: Said,
  { requestId, signal }: StreamContext,
): AsyncGenerator<TurnEvent> {
  const { agent, conversation, owner } = leased;
  const { id, memory } = conversation;
  const owned = { accountId: caller.accountId, id, owner };
  const tab = openModelTab(deps, caller, { ...deps, requestId });
  const responder = openResponder(deps, caller.accountId, { agent, conversationId: id, tab });
  const past = await readPast(deps, caller.accountId, id);
  const heard = await hearWhat(deps, caller, leased, said, { requestId, signal });
  const turn = await openHeardTurn(deps, owned, heard).catch(async (error: unknown) => {
    await heard.release();
    throw error;
  });
  const thought = { past, said: heard.text, memory };
  const reply = createStreamedReply(deps, {
    caller,
    agent,
    turn,
    responder,
    tab,
    thought,
    requestId,
    signal,
  });
  let failure: TurnEvent | null = null;
  let kept: Turn | null = null;
  try {
    const { text, language, seconds, credits } = heard;
    yield { type: 'transcript', turn: turn.number, text, language, seconds, credits };
    yield* reply.events();
  } catch (error) {
    if (!signal.aborted) failure = failureEvent(deps, error);
  } finally {
    kept = await keepReply(deps, leased, owned, { turn, reply, tab, heardMs: heard.ms });
  }
  // The access of the caller ended: they still read, unlike one who left.
  if (signal.reason instanceof DomainError) failure = failureEvent(deps, signal.reason);
  if (failure) yield failure;
  if (!kept) return;
  const signed = (path: string): string => deps.signUrl(path, caller.accountId);
  yield { type: 'turn', ...answerOf(id, kept, { ended: reply.ended(), audioUrl: null, signed }) };
}

type Kept = {
  turn: Awaited<ReturnType<typeof openHeardTurn>>;
  reply: StreamedReply;
  tab: ModelTab;
  heardMs: number;
};

/** Null if somebody else ended the conversation or took it over; it then has what was paid for until then. */
async function keepReply(
  { db, clock }: TurnDeps,
  { agent, conversation }: LeasedTurn,
  owned: Owned,
  { turn, reply, tab, heardMs }: Kept,
): Promise<Turn | null> {
  const { idleMs, maxMs } = limitsOf(agent.settings);
  try {
    await turn.pay(tab);
    const kept = await turn.end(reply.result(heardMs));
    const ended = reply.ended();
    const now = clock.now();
    const expiresAt = new Date(Math.min(now.getTime() + idleMs, conversation.startedAt.getTime() + maxMs));
    if (!ended) await extendHold(db, owned, { until: leaseUntil(clock), expiresAt });
    else
      await db.transaction().execute(async (tx) => {
        const row = await endOwned(tx, owned, { reason: ended, now });
        if (row) await announceEnd({ tx, clock }, owned.accountId, row);
      });
    return kept;
  } catch (error) {
    if (error instanceof ConversationLost) return null;
    throw error;
  } finally {
    // Unsettled credits go back before the answer ends.
    await tab.release();
  }
}
