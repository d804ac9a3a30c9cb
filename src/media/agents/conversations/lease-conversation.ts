import type { Caller } from '../../../http/index.ts';
import { planOf } from '../../../money/plans/index.ts';
import { uuidv7 } from '../../../platform/ids.ts';
import { type Agent, limitsOf } from '../agent.ts';
import { readAgent } from '../manage-agents.ts';
import { announceEnd } from './announce-end.ts';
import type { Conversation, EndedReason } from './conversation.ts';
import { ConversationEnded, ConversationNotFound, TooManyConversations } from './errors.ts';
import { type LeaseDeps, leaseUntil, RENEWAL_MS } from './lease-turn.ts';
import { endOwned, extendHold, type Owned, takeOver } from './live-queries.ts';
import { requireAgentAllowed, requireOwnConversation } from './own-conversations.ts';
import { countActive, findConversation, releaseTurn } from './queries.ts';
import { insertNew, newConversation } from './start-conversation.ts';

/** A conversation that one connection has for as long as it lasts. Its lease is renewed; a process that dies loses it. */
export type LeasedConversation = {
  conversation: Conversation;
  agent: Agent;
  owned: Owned;
  isResumed: boolean;
  /** Aborted when another connection took it over, or it was ended elsewhere. */
  lost: AbortSignal;
  /** Null if it was lost before. */
  end(reason: EndedReason): Promise<Conversation | null>;
  /** Leaves it active for a minute, so that the client can come back. */
  release(): Promise<void>;
};

export type ConversationWanted = { agentId: string; conversationId: string | undefined };

/** Whether it could be leased now. */
export async function checkConversation(
  { db, clock }: LeaseDeps,
  caller: Caller,
  { agentId, conversationId }: ConversationWanted,
): Promise<void> {
  const { accountId, plan } = caller;
  if (conversationId === undefined) {
    const most = planOf(plan).conversations;
    if ((await countActive(db, accountId, clock.now())) >= most) throw new TooManyConversations(most);
    return;
  }
  await requireOwnConversation(db, caller, conversationId);
  const found = await findConversation(db, accountId, conversationId);
  if (!found || found.agentId !== agentId) throw new ConversationNotFound();
  if (found.status === 'ended' || found.expiresAt <= clock.now()) throw new ConversationEnded();
}

export async function leaseConversation(
  deps: LeaseDeps,
  caller: Caller,
  { agentId, conversationId }: ConversationWanted,
): Promise<LeasedConversation> {
  const { accountId } = caller;
  requireAgentAllowed(caller, agentId);
  const agent = await readAgent(deps, accountId, agentId);
  const owner = uuidv7();
  if (conversationId !== undefined) {
    await requireOwnConversation(deps.db, caller, conversationId);
    const conversation = await resume(deps, agent, { accountId, id: conversationId, owner });
    return keep(deps, { conversation, agent, isResumed: true }, { accountId, id: conversation.id, owner });
  }
  const conversation = newConversation(agent, deps.clock.now());
  await insertNew(deps, caller, conversation, { owner });
  return keep(deps, { conversation, agent, isResumed: false }, { accountId, id: conversation.id, owner });
}

async function resume({ db, clock }: LeaseDeps, agent: Agent, owned: Owned): Promise<Conversation> {
  const { accountId, id } = owned;
  const found = await findConversation(db, accountId, id);
  if (!found || found.agentId !== agent.id) throw new ConversationNotFound();
  const taken = await takeOver(db, owned, { now: clock.now(), until: leaseUntil(clock) });
  if (!taken) throw new ConversationEnded();
  return taken;
}

/** A page that is loaded again starts anew: what it left must not count against the plan for long. */
const LEFT_MS = 60_000;

type Held = Pick<LeasedConversation, 'conversation' | 'agent' | 'isResumed'>;

function keep(deps: LeaseDeps, leased: Held, owned: Owned): LeasedConversation {
  const { db, clock, log } = deps;
  const lost = new AbortController();
  const { idleMs, maxMs } = limitsOf(leased.agent.settings);
  const lastMs = leased.conversation.startedAt.getTime() + maxMs;
  const renew = async (activeMs = idleMs): Promise<void> => {
    const expiresAt = new Date(Math.min(clock.now().getTime() + activeMs, lastMs));
    if (!(await extendHold(db, owned, { until: leaseUntil(clock), expiresAt }))) lost.abort();
  };
  const renewal = setInterval(() => {
    renew().catch((err: unknown) => log.warn({ err }, 'the lease of a conversation was not extended'));
  }, RENEWAL_MS).unref();
  return {
    ...leased,
    owned,
    lost: lost.signal,
    end(reason) {
      clearInterval(renewal);
      return db.transaction().execute(async (tx) => {
        const ended = await endOwned(tx, owned, { reason, now: clock.now() });
        if (ended) await announceEnd({ tx, clock }, owned.accountId, ended);
        return ended;
      });
    },
    async release() {
      clearInterval(renewal);
      await renew(Math.min(idleMs, LEFT_MS));
      await releaseTurn(db, owned.accountId, owned.id, owned.owner);
    },
  };
}
