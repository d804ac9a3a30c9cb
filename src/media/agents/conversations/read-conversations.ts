import { cursorAfter, idFromCursor, type Page } from '../../../http/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import { GenerationNotFound, type History } from '../../history/index.ts';
import type { Conversation, Turn } from './conversation.ts';
import { ConversationNotFound } from './errors.ts';
import { deleteConversationRow, findConversation, selectConversations, selectTurns } from './queries.ts';

type Deps = { db: Db };
export type WholeConversation = { conversation: Conversation; turns: Turn[] };

/** More than the longest conversation has. */
const ALL_TURNS = 10_000;

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

/** With the sound of its replies. A turn in progress then fails, and costs nothing. */
export async function deleteConversation(
  { db, history }: Deps & { history: Pick<History, 'remove'> },
  accountId: string,
  id: string,
): Promise<void> {
  const turns = await selectTurns(db, accountId, id, ALL_TURNS);
  for (const { generationId } of turns) {
    try {
      if (generationId) await history.remove(accountId, generationId);
    } catch (error) {
      if (!(error instanceof GenerationNotFound)) throw error;
    }
  }
  if (!(await deleteConversationRow(db, accountId, id))) throw new ConversationNotFound();
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
