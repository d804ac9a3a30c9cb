import type { Caller } from '../../../http/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import { uuidv7 } from '../../../platform/ids.ts';
import type { Log } from '../../../platform/log.ts';
import type { Agent } from '../agent.ts';
import { findAgent } from '../queries.ts';
import type { Conversation } from './conversation.ts';
import { ConversationEnded, ConversationNotFound, TurnInProgress } from './errors.ts';
import { requireOwnConversation } from './own-conversations.ts';
import { claimTurn, extendTurn, findConversation, releaseTurn } from './queries.ts';

export type LeaseDeps = { db: Db; clock: Clock; log: Log };

/** A turn that nobody else may take while it runs. A process that dies loses it after the lease. */
export type LeasedTurn = {
  conversation: Conversation;
  agent: Agent;
  owner: string;
  release(): Promise<void>;
};

const LEASE_MS = 30_000;
export const RENEWAL_MS = LEASE_MS / 3;

export function leaseUntil(clock: Clock): Date {
  return new Date(clock.now().getTime() + LEASE_MS);
}

export async function leaseTurn(deps: LeaseDeps, caller: Caller, id: string): Promise<LeasedTurn> {
  const { db, clock } = deps;
  const { accountId } = caller;
  await requireOwnConversation(db, caller, id);
  const owner = uuidv7();
  const lease = { owner, now: clock.now(), until: leaseUntil(clock) };
  const conversation = await claimTurn(db, accountId, id, lease);
  if (!conversation) throw await refusalOf(deps, accountId, id);
  const { agentId } = conversation;
  const agent = agentId === null ? null : await findAgent(db, accountId, agentId);
  if (!agent) throw new ConversationEnded();
  return { conversation, agent, owner, release: keepTurn(deps, accountId, id, owner) };
}

/** Renews the lease until the function that it returns is called. */
export function keepTurn(deps: LeaseDeps, accountId: string, id: string, owner: string): () => Promise<void> {
  const { db, clock, log } = deps;
  const renewal = setInterval(() => {
    extendTurn(db, accountId, id, { owner, until: leaseUntil(clock) }).catch((err: unknown) =>
      log.warn({ err }, 'the lease of a turn was not extended'),
    );
  }, RENEWAL_MS).unref();
  return async () => {
    clearInterval(renewal);
    await releaseTurn(db, accountId, id, owner);
  };
}

async function refusalOf({ db, clock }: LeaseDeps, accountId: string, id: string): Promise<Error> {
  const found = await findConversation(db, accountId, id);
  if (!found) return new ConversationNotFound();
  const isOver = found.status === 'ended' || found.expiresAt <= clock.now();
  return isOver ? new ConversationEnded() : new TurnInProgress();
}
