import { cursorAfter, idFromCursor, type Page } from '../../../http/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import { deleteMarkedObjects, type ObjectDeps } from '../../../platform/storage/index.ts';
import { GenerationNotFound, type History } from '../../history/index.ts';
import { deleteWithAudio } from './audio-queries.ts';
import type { Conversation, Turn } from './conversation.ts';
import { ConversationNotFound } from './errors.ts';
import { findConversation, selectConversations, selectTurns } from './queries.ts';

type Deps = { db: Db };
export type WholeConversation = { conversation: Conversation; turns: Turn[] };

/** More than the longest conversation has. */
export const ALL_TURNS = 10_000;

export async function listConversations(
  { db }: Deps,
  accountId: string,
  { cursor, limit, ...filter }: Page & { agentId?: string | undefined; status?: string | undefined },
): Promise<{ conversations: Conversation[]; nextCursor: string | null }> {
  const before = idFromCursor(cursor, 'conv');
  const found = await selectConversations(db, accountId, { ...filter, before, limit: limit + 1 });
  return { conversations: found.slice(0, limit), nextCursor: cursorAfter(found, limit) };
}

export async function readConversation(
  { db }: Deps,
  accountId: string,
  id: string,
): Promise<WholeConversation> {
  const conversation = await findConversation(db, accountId, id);
  if (!conversation) throw new ConversationNotFound();
  return { conversation, turns: await selectTurns(db, accountId, id, ALL_TURNS) };
}

/** Deletes the conversation with the sound of both sides. A turn in progress fails and costs what was sent of it. */
export async function deleteConversation(
  { history, ...deps }: ObjectDeps & { history: Pick<History, 'remove'> },
  accountId: string,
  id: string,
): Promise<void> {
  const turns = await selectTurns(deps.db, accountId, id, ALL_TURNS);
  for (const { generationId } of turns) {
    try {
      if (generationId) await history.remove(accountId, generationId);
    } catch (error) {
      if (!(error instanceof GenerationNotFound)) throw error;
    }
  }
  const { conversations, audioKeys } = await deleteWithAudio(deps.db, accountId, id, deps.clock.now());
  if (conversations === 0) throw new ConversationNotFound();
  await deleteMarkedObjects(deps, audioKeys);
}

/** One line for each time that somebody spoke, after the time of the turn. */
export function asText({ conversation, turns }: WholeConversation): string {
  const lines = turns.flatMap(({ transcript, reply, createdAt }) => {
    const at = createdAt.toISOString();
    const said = transcript === null ? [] : [`${at} Caller: ${transcript}`];
    return reply === '' ? said : [...said, `${at} ${conversation.agentName}: ${reply}`];
  });
  return `${lines.join('\n')}\n`;
}
