import type { Caller } from '../../../http/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { limitsOf } from '../agent.ts';
import { AgentNotFound } from '../errors.ts';
import { deleteAgentRow, lockAgent } from '../queries.ts';
import { announceEnd } from './announce-end.ts';
import type { Conversation, EndedReason } from './conversation.ts';
import { ConversationNotFound } from './errors.ts';
import { requireOwnConversation } from './own-conversations.ts';
import { type DueRow, endRow, findConversation, lockDue, selectActiveOf } from './queries.ts';

type Deps = { db: Db; clock: Clock };

/** Ends it for the client. Ending it again changes nothing. */
export async function endConversation(
  { db, clock }: Deps,
  caller: Caller,
  id: string,
): Promise<Conversation> {
  const { accountId } = caller;
  await requireOwnConversation(db, caller, id);
  return db.transaction().execute(async (tx) => {
    const ended = await end({ tx, clock }, accountId, id, 'ended_by_client');
    const found = ended ?? (await findConversation(tx, accountId, id));
    if (!found) throw new ConversationNotFound();
    return found;
  });
}

async function end(
  { tx, clock }: { tx: Tx; clock: Clock },
  accountId: string,
  id: string,
  reason: EndedReason,
): Promise<Conversation | null> {
  const ended = await endRow(tx, accountId, id, { reason, now: clock.now() });
  if (ended) await announceEnd({ tx, clock }, accountId, ended);
  return ended;
}

/** Its conversations end with it, and stay readable. */
export function deleteAgent({ db, clock }: Deps, accountId: string, id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockAgent(tx, accountId, id))) throw new AgentNotFound();
    for (const one of await selectActiveOf(tx, accountId, id))
      await end({ tx, clock }, accountId, one, 'agent_deleted');
    await deleteAgentRow(tx, accountId, id);
  });
}

const BATCH = 50;

/** Ends one batch of conversations that were idle or lasted too long, and returns its size. */
export function endDueConversations({ db, clock }: Deps): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const due = await lockDue(tx, clock.now(), BATCH);
    for (const one of due) await end({ tx, clock }, one.accountId, one.id, reasonOf(one));
    return due.length;
  });
}

function reasonOf({ startedAt, expiresAt, settings }: DueRow): EndedReason {
  if (!settings) return 'agent_deleted';
  const longest = startedAt.getTime() + limitsOf(settings).maxMs;
  return expiresAt.getTime() < longest ? 'idle' : 'time_limit';
}
