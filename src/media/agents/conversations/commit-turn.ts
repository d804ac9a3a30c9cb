import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { limitsOf } from '../agent.ts';
import type { Memory } from '../responders/responder.ts';
import { announceEnd } from './announce-end.ts';
import type { EndedReason, Turn } from './conversation.ts';
import { TurnInProgress } from './errors.ts';
import type { LeasedTurn } from './lease-turn.ts';
import { commitTurnRow, findConversation } from './queries.ts';

export type TurnResult = { turn: Turn; memory: Memory; ended: EndedReason | null };

/** Call it in the transaction that charges for the turn: it is kept if it is paid for, and paid for if it is kept. */
export async function commitTurn(
  { tx, clock }: { tx: Tx; clock: Clock },
  accountId: string,
  { conversation: { id, startedAt }, agent, owner }: Omit<LeasedTurn, 'release'>,
  { turn, memory, ended }: TurnResult,
): Promise<void> {
  const { idleMs, maxMs } = limitsOf(agent.settings);
  const expiresAt = new Date(Math.min(turn.createdAt.getTime() + idleMs, startedAt.getTime() + maxMs));
  if (!(await commitTurnRow(tx, accountId, id, { owner, memory, turn, expiresAt, ended })))
    throw new TurnInProgress();
  const conversation = ended && (await findConversation(tx, accountId, id));
  if (conversation) await announceEnd({ tx, clock }, accountId, conversation);
}
