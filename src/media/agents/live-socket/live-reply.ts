import { openModelTab } from '../../../money/model-tokens/index.ts';
import {
  type Clause,
  openReplyVoice,
  type ReplyVoice,
  type ReservedClause,
  type SpokenChunk,
  speakReply,
} from '../../spoken-replies/index.ts';
import { replyWanted } from '../agent.ts';
import { turnViewOf } from '../conversations/schemas.ts';
import type { LiveOutput, Speaking, Thinking } from '../live/index.ts';
import { openResponder } from '../open-responder.ts';
import type { ReplyPart } from '../responders/responder.ts';
import { claimTurn, keepTurn, type LiveReply, noteThought, releaseUnsent, turnOf } from './reply-turn.ts';
import type { Session } from './session.ts';

/** Thinks of an answer to what was said. Once that is certain to be a turn, the reply belongs to the turn. */
export async function* think(
  session: Session,
  reply: LiveReply & { said: string },
  { signal, certain }: Thinking,
): AsyncGenerator<ReplyPart> {
  const { deps, caller, leased, requestId, turns, clientTools, outbox } = session;
  const tab = openModelTab(deps, caller, { ...deps, requestId });
  reply.tab = tab;
  certain.then(
    () => {
      reply.isCertain = true;
      if (!reply.isOver) claimTurn(session, reply);
    },
    () => undefined,
  );
  const responder = openResponder(deps, caller.accountId, {
    agent: leased.agent,
    conversationId: leased.conversation.id,
    askClient: clientTools.askWith((call) => outbox.tell(call, () => noteThought(session, reply))),
    tab,
  });
  const thought = { past: turns.past(), said: reply.said, memory: turns.memory() };
  yield* responder.think(thought, { signal, certain });
}

/** Speaks the reply as it is thought. A clause is reserved when its sound is there and somebody waits for it. */
export async function* speak(
  session: Session,
  reply: LiveReply,
  deltas: AsyncIterable<string>,
  { signal, certain, ending }: Speaking,
): AsyncGenerator<SpokenChunk> {
  const { deps, caller, leased, requestId } = session;
  const voice = await openReplyVoice(deps, caller, replyWanted(leased.agent.settings), requestId);
  reply.voice = voice;
  yield* speakReply(deps.engine, deltas, {
    voice: voice.utterance,
    signal,
    ending,
    onBehalfOf: { accountId: caller.accountId },
    async permit(clause) {
      await certain;
      const reserving = reserveClause(session, reply, voice, clause);
      reply.reserving = Promise.allSettled([reply.reserving, reserving]);
      await reserving;
      return !reply.isOver;
    },
  });
}

async function reserveClause(
  session: Session,
  reply: LiveReply,
  voice: ReplyVoice,
  clause: Clause,
): Promise<void> {
  const turn = await turnOf(session, reply);
  const reserved = await turn.reserve(voice, clause, () => reply.text.slice(0, clause.end));
  // The reply may have ended meanwhile.
  if (reply.isOver) await reserved.release();
  else reply.reserved.set(clause.index, reserved);
}

export function sendText(session: Session, reply: LiveReply, delta: string): void {
  reply.text += delta;
  session.stopwatch.firstText();
  const event = { type: 'reply_text', reply: reply.id, delta };
  session.outbox.tell(event, () => noteThought(session, reply));
}

export function takePart(session: Session, reply: LiveReply, part: ReplyPart): void {
  if (part.type === 'remember') reply.memory = part.memory;
  if (part.type !== 'tool') return;
  reply.tools.push(part.use);
  const event = { type: 'tool', reply: reply.id, ...part.use };
  session.outbox.tell(event, () => noteThought(session, reply));
}

/** Pays for the clause that the sound begins, and sends it. Nothing is sent, or charged, to a client who is gone. */
export function sendSound(session: Session, reply: LiveReply, chunk: SpokenChunk): void {
  const { outbox, gone, stopwatch, keptSound, soundOut, send } = session;
  const { index } = chunk.clause;
  const clause = reply.reserved.get(index);
  reply.reserved.delete(index);
  outbox.add(async () => {
    if (gone.aborted) return clause?.release();
    if (clause) await settle(session, reply, clause);
    if (reply.isUnpaid) return;
    stopwatch.firstSound();
    reply.latency ??= reply.said === null ? null : stopwatch.latency();
    keptSound.spoken(reply.id, chunk);
    const { event, packets } = soundOut.chunk(reply.id, chunk);
    await send(event, packets);
    reply.voice?.left(chunk.samples);
  });
}

/** Nothing of a reply is heard from the first clause on that could not be charged. */
async function settle({ talk }: Session, reply: LiveReply, clause: ReservedClause): Promise<void> {
  if (reply.isUnpaid) return clause.release();
  try {
    await clause.settle();
  } catch (error) {
    reply.isUnpaid = true;
    if (!reply.isOver) talk().interrupt();
    throw error;
  }
}

/** Keeps what was heard of the reply, once everything that is heard was settled, and tells the client. */
export function endReply(
  session: Session,
  reply: LiveReply,
  ended: Extract<LiveOutput, { kind: 'reply_ended' }>,
): void {
  const { outbox, soundOut, send, keptSound, leased } = session;
  const { text, heard, isInterrupted } = ended;
  const released = releaseUnsent(reply);
  const keep = keepTurn(session, reply, ended);
  outbox.add(async () => {
    const tail = isInterrupted ? null : soundOut.finish(reply.id);
    if (tail) await send(tail.event, tail.packets);
    const turn = await keep();
    await send({
      type: 'reply_ended',
      reply: reply.id,
      text,
      heard: isInterrupted ? heard.text : text,
      interrupted: isInterrupted,
    });
    if (!turn) return;
    keptSound.turnEnded(turn.number, reply.id);
    const { turn: number, ...view } = turnViewOf(leased.conversation.id, turn, null);
    await send({ type: 'turn', number, ...view });
  });
  outbox.add(async () => {
    await released;
    await reply.voice?.record();
    endSpan(reply, isInterrupted);
  });
}

/** Hearing ended before the reply began, so it is told as a figure. */
function endSpan({ span, latency }: LiveReply, isInterrupted: boolean): void {
  if (!span) return;
  span.attributes['vox.interrupted'] = isInterrupted;
  for (const [name, ms] of Object.entries(latency ?? {})) span.attributes[`vox.${name}_ms`] = ms;
  span.end();
}

/** The reply was a guess, and nothing of it was heard. A session that ends waits until its credits are back. */
export function discardReply({ outbox }: Pick<Session, 'outbox'>, reply: LiveReply): void {
  const released = Promise.all([releaseUnsent(reply), reply.tab?.release()]);
  outbox.add(async () => {
    await released;
    if (reply.span) reply.span.attributes['vox.discarded'] = true;
    reply.span?.end();
  });
}
