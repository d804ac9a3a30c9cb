import type { Answer, AnswerKeeper, Caller } from '../../../http/index.ts';
import { planOf } from '../../../money/plans/index.ts';
import { prefixedId, uuidv7 } from '../../../platform/ids.ts';
import { type Agent, limitsOf } from '../agent.ts';
import { openingWords } from '../disclosure.ts';
import { readAgent } from '../manage-agents.ts';
import { openResponder, type ResponderDeps } from '../open-responder.ts';
import { deleteWithAudio } from './audio-queries.ts';
import type { Conversation, Turn } from './conversation.ts';
import { TooManyConversations } from './errors.ts';
import { keepTurn, leaseUntil } from './lease-turn.ts';
import { requireAgentAllowed, starterOf } from './own-conversations.ts';
import { insertConversation, lockAndCountActive } from './queries.ts';
import { type SpeakDeps, speakTurn } from './speak-turn.ts';

export type StartDeps = SpeakDeps & ResponderDeps;

export type StartContext = {
  requestId: string;
  signal: AbortSignal;
  keeper: AnswerKeeper | null;
  answerWith(conversation: Conversation, opening: { turn: Turn; audioUrl: string | null } | null): Answer;
};

/** Says what the agent opens with, if anything. */
export async function startConversation(
  deps: StartDeps,
  caller: Caller,
  agentId: string,
  context: StartContext,
): Promise<Answer> {
  const { accountId } = caller;
  requireAgentAllowed(caller, agentId);
  const agent = await readAgent(deps, accountId, agentId);
  const conversation = newConversation(agent, deps.clock.now());
  // Refuses now what no turn could answer.
  openResponder(deps, accountId, { agent, conversationId: conversation.id });
  const opening = await openingWords(deps, accountId, agent.settings);
  if (opening) return sayFirst(deps, caller, { conversation, agent, opening }, context);
  const answer = context.answerWith(conversation, null);
  await insertNew(deps, caller, conversation, { keeper: context.keeper, answer });
  return answer;
}

export function newConversation({ id: agentId, name, settings }: Agent, now: Date): Conversation {
  const { idleMs, maxMs } = limitsOf(settings);
  return {
    id: prefixedId('conv', now.getTime()),
    agentId,
    agentName: name,
    status: 'active',
    endedReason: null,
    memory: {},
    turns: 0,
    credits: 0,
    startedAt: now,
    lastTurnAt: now,
    expiresAt: new Date(now.getTime() + Math.min(idleMs, maxMs)),
    endedAt: null,
  };
}

/**
 * Refuses more active conversations than the plan allows. An `owner` holds the conversation from the start, to speak
 * first.
 */
export async function insertNew(
  { db, clock }: Pick<StartDeps, 'db' | 'clock'>,
  caller: Caller,
  conversation: Conversation,
  { keeper, answer, owner }: { keeper?: AnswerKeeper | null; answer?: Answer; owner?: string },
): Promise<void> {
  const { accountId, plan } = caller;
  const most = planOf(plan).conversations;
  await db.transaction().execute(async (tx) => {
    if ((await lockAndCountActive(tx, accountId, clock.now())) >= most) throw new TooManyConversations(most);
    const turn = owner === undefined ? null : { owner, until: leaseUntil(clock) };
    await insertConversation(tx, accountId, conversation, { turn, startedBy: starterOf(caller) });
    if (answer) await keeper?.keep(tx, answer);
  });
}

async function sayFirst(
  deps: StartDeps,
  caller: Caller,
  { conversation, agent, opening }: { conversation: Conversation; agent: Agent; opening: string },
  { answerWith, ...context }: StartContext,
): Promise<Answer> {
  const { accountId } = caller;
  const { id, memory } = conversation;
  const owner = uuidv7();
  await insertNew(deps, caller, conversation, { owner });
  const release = keepTurn(deps, accountId, id, owner);
  const reply = { text: opening, tools: [], memory, ended: null, ms: 0 };
  const spoken = { number: 0, heard: null, reply };
  try {
    return await speakTurn(deps, caller, { conversation, agent, owner }, spoken, {
      ...context,
      answerWith: (turn, _reply, audioUrl) =>
        answerWith({ ...conversation, credits: turn.credits }, { turn, audioUrl }),
    });
  } catch (error) {
    await deleteWithAudio(deps.db, accountId, id, deps.clock.now());
    throw error;
  } finally {
    await release();
  }
}
