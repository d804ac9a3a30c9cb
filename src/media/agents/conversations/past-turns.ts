import type { Db } from '../../../platform/database/index.ts';
import type { PastTurn } from '../responders/responder.ts';
import { selectTurns } from './queries.ts';

/** A responder sees at most this many past turns. */
export const PAST_TURNS = 40;

export async function readPast(
  { db }: { db: Db },
  accountId: string,
  conversationId: string,
): Promise<PastTurn[]> {
  const turns = await selectTurns(db, accountId, conversationId, PAST_TURNS);
  return turns.map(({ transcript, reply }) => ({ said: transcript, reply }));
}
