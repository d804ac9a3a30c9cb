import { setTimeout as delay } from 'node:timers/promises';
import { createSoundDecoder, type PacketFormat } from '../../../../engines/codec/index.ts';
import { type Caller, type Channel, type Message, statusOf } from '../../../http/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import { openReplyVoice } from '../../spoken-replies/index.ts';
import { replyWanted } from '../agent.ts';
import type { EndedReason } from '../conversations/conversation.ts';
import { ConversationLost } from '../conversations/errors.ts';
import {
  type ConversationWanted,
  checkConversation,
  type LeasedConversation,
  leaseConversation,
} from '../conversations/lease-conversation.ts';
import { requireAgentAllowed } from '../conversations/own-conversations.ts';
import { readPast } from '../conversations/past-turns.ts';
import { findConversation } from '../conversations/queries.ts';
import { openingWords } from '../disclosure.ts';
import { readAgent } from '../manage-agents.ts';
import { openResponder } from '../open-responder.ts';
import { readClientMessage } from './client-messages.ts';
import { errorEvent } from './events.ts';
import { LEFT, type LiveSession, openLiveSession } from './live-session.ts';
import { ReadsTooSlowly } from './outbox.ts';
import { createPace } from './pace.ts';
import type { LiveDeps, SessionOptions } from './session.ts';

export type LiveWanted = ConversationWanted & { input: PacketFormat; output: PacketFormat };

const ENDED = 1000;
const OUR_FAULT = 1011;
const REFUSED = 4000;
/** Sound may come faster than it was spoken, but not for long: hearing it takes time from other callers. */
const MOST_AHEAD_MS = 10_000;
const EAR_SAMPLES_PER_MS = 16;

const REASONS: Record<string, EndedReason> = { hand_over: 'handed_over', end_call: 'ended_by_agent' };

/** One WebSocket to an agent, until the conversation ends or the connection does. */
export async function runLive(
  deps: LiveDeps,
  channel: Channel,
  { caller, ...wanted }: LiveWanted & Pick<SessionOptions, 'caller' | 'requestId' | 'startTrace'>,
): Promise<void> {
  const leased = await leaseConversation(deps, caller, wanted).catch((error: unknown) =>
    refuse(channel, error),
  );
  if (!leased) return;
  try {
    await talk(deps, channel, { ...wanted, caller, leased });
  } finally {
    await leased.release();
  }
}

/** Refuses by HTTP what can be known before the connection is upgraded. */
export async function admitLive(
  deps: LiveDeps,
  caller: Caller,
  { agentId, conversationId }: ConversationWanted,
  requestId: string,
): Promise<void> {
  const { accountId } = caller;
  requireAgentAllowed(caller, agentId);
  const agent = await readAgent(deps, accountId, agentId);
  openResponder(deps, accountId, { agent, conversationId: '' });
  await openReplyVoice(deps, caller, replyWanted(agent.settings), requestId);
  await checkConversation(deps, caller, { agentId, conversationId });
}

/** A browser does not see why a socket was refused, so it is told by a message and the code of closing. */
async function refuse(channel: Channel, error: unknown): Promise<null> {
  if (!(error instanceof DomainError)) throw error;
  await channel.send(errorEvent(error));
  channel.close(REFUSED + statusOf(error), error.public);
  return null;
}

type Talk = LiveWanted & Pick<SessionOptions, 'caller' | 'requestId' | 'startTrace' | 'leased'>;

async function talk(deps: LiveDeps, channel: Channel, options: Talk): Promise<void> {
  const { leased, input, output, caller, requestId, startTrace } = options;
  const { owned } = leased;
  const past = await readPast(deps, owned.accountId, owned.id);
  const isNew = leased.conversation.turns === 0 && past.length === 0;
  const opening = isNew ? await openingWords(deps, owned.accountId, leased.agent.settings) : null;
  await channel.send({ type: 'conversation', ...aboutOf(leased), input, output });
  const broken = Promise.withResolvers<DomainError>();
  const breaking = new AbortController();
  const onBroken = (error: DomainError): void => {
    breaking.abort();
    broken.resolve(error);
  };
  leased.lost.addEventListener('abort', () => onBroken(new ConversationLost()), { once: true });
  const session = openLiveSession(deps, {
    caller,
    leased,
    requestId,
    startTrace,
    output,
    past,
    opening,
    clock: WALL_CLOCK,
    async send(event, packets = []) {
      await Promise.all([event, ...packets].map((message) => channel.send(message)));
    },
    gone: AbortSignal.any([channel.signal, breaking.signal]),
    onBroken,
  });
  const outcome = await Promise.race([
    session.ended,
    broken.promise,
    read(channel, session, input).then(() => LEFT),
  ]);
  // Closed first: what waits for a client that does not read would wait for ever.
  if (outcome instanceof DomainError) await tellBroken(deps, channel, owned, outcome);
  await session.leave();
  if (!(outcome instanceof DomainError) && outcome !== LEFT)
    await tellEnd(channel, leased, REASONS[outcome] ?? (outcome as EndedReason));
}

function aboutOf({ conversation, agent, isResumed }: LeasedConversation): object {
  return {
    conversation_id: conversation.id,
    agent_id: agent.id,
    resumed: isResumed,
    turns: conversation.turns,
  };
}

const WALL_CLOCK = {
  nowMs: () => performance.now(),
  after(ms: number, run: () => void) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

async function tellEnd(channel: Channel, leased: LeasedConversation, reason: EndedReason): Promise<void> {
  await leased.end(reason);
  await channel.send({ type: 'ended', reason });
  channel.close(ENDED, 'The conversation has ended.');
}

async function tellBroken(
  { db }: LiveDeps,
  channel: Channel,
  { accountId, id }: LeasedConversation['owned'],
  error: DomainError,
): Promise<void> {
  if (error instanceof ReadsTooSlowly) return channel.cutOff();
  const found = error instanceof ConversationLost ? await findConversation(db, accountId, id) : null;
  // Nobody awaits these messages, because this client may have stopped reading.
  if (found?.status === 'ended') {
    void channel.send({ type: 'ended', reason: found.endedReason });
    channel.close(ENDED, 'The conversation has ended.');
  } else {
    void channel.send(errorEvent(error));
    channel.close(error instanceof ConversationLost ? REFUSED + statusOf(error) : OUR_FAULT, error.public);
  }
}

async function read(channel: Channel, session: LiveSession, input: PacketFormat): Promise<void> {
  const decode = createSoundDecoder(input);
  const began = performance.now();
  const pace = createPace(WALL_CLOCK.nowMs);
  let soundMs = 0;
  const take = async (message: Message): Promise<void> => {
    if (message.kind === 'text') {
      const read = readClientMessage(message.text);
      if (read.type === 'text') await delay(pace(), undefined, { signal: channel.signal });
      return session.message(read);
    }
    const samples = decode(message.bytes);
    soundMs += samples.length / EAR_SAMPLES_PER_MS;
    const aheadMs = soundMs - (performance.now() - began) - MOST_AHEAD_MS;
    if (aheadMs > 0) await delay(aheadMs, undefined, { signal: channel.signal });
    await session.hear(samples);
  };
  for await (const message of channel.messages) {
    try {
      await take(message);
    } catch (error) {
      if (channel.signal.aborted) return;
      session.error(error);
    }
  }
}
