import type { PacketFormat } from '../../../../engines/codec/index.ts';
import { createEar, type Said, type TurnTranscriber } from '../../../../engines/turn-taking/index.ts';
import type { VoiceActivityEngine } from '../../../../engines/voice-activity/index.ts';
import type { Caller } from '../../../http/index.ts';
import { openModelTab } from '../../../money/model-tokens/index.ts';
import { DomainError, domainError } from '../../../platform/errors.ts';
import type { ObjectDeps } from '../../../platform/storage/index.ts';
import type { SpeechDeps } from '../../speech/index.ts';
import { languageFrom } from '../../transcription/index.ts';
import { ConversationLost } from '../conversations/errors.ts';
import type { HeldConversation } from '../conversations/hold-conversation.ts';
import { type MindDeps, mindOf } from '../conversations/mind-of.ts';
import type { ReservedClause } from '../conversations/open-turn.ts';
import { turnViewOf } from '../conversations/schemas.ts';
import {
  createLiveConversation,
  type LiveClock,
  type LiveConversation,
  type LiveOutput,
  liveSettingsOf,
  type ReplyPart,
  type Speaking,
  type Thinking,
} from '../live/index.ts';
import { openingOf } from '../minds/flow/flow-mind.ts';
import type { MindPart, PastTurn } from '../minds/mind.ts';
import { type SpokenChunk, speakReply } from '../mouth/index.ts';
import type { ClientMessage } from './client-messages.ts';
import { createClientTools } from './client-tools.ts';
import { errorEvent, eventOf } from './events.ts';
import { createKeptSound } from './kept-sound.ts';
import { openMeteredEar, type TurnEnded } from './metered-ear.ts';
import { createOutbox } from './outbox.ts';
import type { ReplyRecord } from './replies.ts';
import { createSoundOut } from './sound-out.ts';
import { createStopwatch } from './stopwatch.ts';
import { createTurnKeeper } from './turn-keeper.ts';
import { readVoice } from './voice.ts';

export type LiveDeps = SpeechDeps &
  MindDeps &
  ObjectDeps & { activity: VoiceActivityEngine; turnTranscriber: TurnTranscriber };

export type SessionOptions = {
  caller: Caller;
  held: HeldConversation;
  past: readonly PastTurn[];
  requestId: string;
  output: PacketFormat;
  clock: LiveClock;
  /** Resolves when it has left, so that nobody is charged for what waits. */
  send(event: object, packets?: readonly Uint8Array[]): Promise<void>;
  /** Aborted when nothing that is sent arrives any more: what has not left is not charged. */
  gone: AbortSignal;
  /** The client reads too slowly, or the conversation is no longer ours. */
  onBroken(error: DomainError): void;
};

export type LiveSession = {
  /** Mono, 16 kHz. */
  hear(samples: Float32Array): Promise<void>;
  message(message: ClientMessage): Promise<void>;
  error(error: unknown): void;
  /** The connection is gone. Resolves when everything is written. */
  leave(): Promise<void>;
  /** Resolves with the reason when the conversation has ended; the last event was sent. */
  ended: Promise<string>;
};

const EAR_SAMPLES_PER_MS = 16;
/** The connection is gone; the conversation waits for the next one. */
export const LEFT = 'left';
/** Tasks that wait for a client that does not read. A second of sound has about ten. */
const MOST_UNSENT = 400;

export const ReadsTooSlowly = domainError(
  'conflict',
  'reads_too_slowly',
  'The connection was closed because it was read too slowly. Connect again.',
);

/** One connection to a conversation: ear, mind and mouth on one side, events and money on the other. */
export function createLiveSession(deps: LiveDeps, options: SessionOptions): LiveSession {
  const { caller, held, requestId, clock, send, onBroken } = options;
  const { agent, conversation, owned } = held;
  const { settings } = agent;
  const lastedMs = deps.clock.now().getTime() - conversation.startedAt.getTime();
  const live = liveSettingsOf(settings, { lastedMs });
  const ended = Promise.withResolvers<string>();
  const outbox = createOutbox(fail);
  const stopwatch = createStopwatch(clock.nowMs);
  const keeper = createTurnKeeper(deps, {
    caller,
    owned,
    requestId,
    past: options.past,
    memory: conversation.memory,
  });
  const tools = createClientTools((call) => tell(call, current));
  const soundOut = createSoundOut(options.output, deps.engine.capabilities.sampleRate);
  const keptSound = createKeptSound(deps, owned, {
    keeps: settings.keep_audio ?? false,
    rate: deps.engine.capabilities.sampleRate,
  });
  let phase = 'listening';
  let current: ReplyRecord | null = null;
  let heardSamples = 0;

  /** `thought`: the reply that it comes from, if somebody had to think of it. */
  function tell(event: object, thought: ReplyRecord | null = null): void {
    if (outbox.size() > MOST_UNSENT) onBroken(new ReadsTooSlowly());
    else
      outbox.add(async () => {
        if (thought) await keeper.advance(thought);
        await send(event);
      });
  }

  /** Something that should not happen: told, logged, and the conversation goes on if it is still ours. */
  function fail(error: unknown): void {
    if (error instanceof ConversationLost) onBroken(error);
    else {
      if (!(error instanceof DomainError)) deps.log.error({ err: error }, 'live conversation');
      tell(errorEvent(error));
    }
  }

  function refuse(error: unknown): void {
    if (error instanceof DomainError && error.kind === 'payment_required') {
      tell(errorEvent(error));
      talk.close(settings.last_sentence ?? null, 'out_of_credits');
    } else fail(error);
  }

  async function* think(
    said: Said,
    { signal, certain, reply }: Thinking & { reply: number },
  ): AsyncGenerator<ReplyPart> {
    const record = keeper.answers(reply, said.text);
    const tab = openModelTab(deps, caller, { ...deps, requestId });
    record.tab = tab;
    current = record;
    certain.then(
      () => {
        record.isCertain = true;
      },
      () => undefined,
    );
    const mind = mindOf(deps, owned.accountId, {
      agent,
      conversationId: conversation.id,
      askClient: tools.ask,
      tab,
    });
    yield* mind.think({ past: keeper.past(), said: said.text, memory: keeper.memory() }, { signal, certain });
  }

  async function* speak(
    deltas: AsyncIterable<string>,
    { signal, certain, ending, reply }: Speaking & { reply: number },
  ): AsyncGenerator<SpokenChunk> {
    const voice = await readVoice(deps, caller, settings, requestId);
    let isFirst = true;
    yield* speakReply(deps.engine, deltas, {
      voice: voice.utterance,
      signal,
      ending,
      onBehalfOf: { accountId: owned.accountId },
      async permit(clause) {
        await certain;
        const record = keeper.record(reply);
        const turn = await keeper.turnOf(record);
        const reserved = await turn.reserve(voice.priceOf(clause.speech, { isFirst }));
        isFirst = false;
        if (record.isOver) reserved.release();
        else record.waiting.set(clause.index, reserved);
        return !record.isOver;
      },
    });
  }

  /** What is said over a reply and does not interrupt it has no answer, so it costs nothing. */
  function isUsed({ said: { manner } }: TurnEnded): boolean {
    const isOverReply =
      phase === 'speaking' || phase === 'paused' || (phase === 'thinking' && current?.isCertain === true);
    return manner === 'speech' || (manner === 'back_channel' && !isOverReply);
  }

  async function payForHearing({ said, seconds, samples, endMs, reason }: TurnEnded): Promise<void> {
    const { text, language } = said;
    const turn = await keeper.begin({ text, language, seconds });
    stopwatch.turnEnded(endMs);
    const { number, heardCredits: credits } = turn;
    keptSound.said(number, samples);
    tell({ type: 'transcript', turn: number, text, language, seconds, reason, credits });
  }

  function sound(reply: number, chunk: SpokenChunk): void {
    const record = keeper.record(reply);
    const { index, end } = chunk.clause;
    const clause = record.waiting.get(index);
    record.waiting.delete(index);
    const text = record.text.slice(0, end);
    outbox.add(async () => {
      if (options.gone.aborted) return clause?.release();
      if (clause) await pay(record, clause, text);
      if (record.isUnpaid) return;
      stopwatch.firstSound();
      record.latency ??= record.said === null ? null : stopwatch.latency();
      keptSound.spoken(reply, chunk);
      const { event, packets } = soundOut.chunk(reply, chunk);
      await send(event, packets);
    });
    if (outbox.size() > MOST_UNSENT) onBroken(new ReadsTooSlowly());
  }

  /** Nothing of a reply is heard from the first clause on that could not be charged. */
  async function pay(record: ReplyRecord, clause: ReservedClause, text: string): Promise<void> {
    if (record.isUnpaid) return clause.release();
    try {
      await clause.settle(text);
    } catch (error) {
      record.isUnpaid = true;
      if (!record.isOver) talk.interrupt();
      throw error;
    }
  }

  function part(reply: number, { type, ...rest }: ReplyPart): void {
    const record = keeper.record(reply);
    const one = { type, ...rest } as MindPart;
    if (one.type === 'remember') record.memory = one.memory;
    if (one.type !== 'tool') return;
    record.tools.push(one.use);
    tell({ type: 'tool', reply, ...one.use }, record);
  }

  function replyEnded({
    reply,
    text,
    heard,
    isInterrupted,
  }: Extract<LiveOutput, { kind: 'reply_ended' }>): void {
    const keep = keeper.end(reply, { text, heard, isInterrupted });
    const event = {
      type: 'reply_ended',
      reply,
      text,
      heard: isInterrupted ? heard.text : text,
      interrupted: isInterrupted,
    };
    outbox.add(async () => {
      const tail = isInterrupted ? null : soundOut.finish(reply);
      if (tail) await send(tail.event, tail.packets);
      const turn = await keep();
      await send(event);
      if (!turn) return;
      keptSound.turnEnded(turn.number, reply);
      const { turn: number, ...view } = turnViewOf(conversation.id, turn, null);
      await send({ type: 'turn', number, ...view });
    });
  }

  function onOutput(output: LiveOutput): void {
    // A pause that becomes an interruption stops nothing more.
    const isStoppedAlready = output.kind === 'stopped' && phase === 'paused';
    const event = isStoppedAlready ? null : eventOf(output);
    if (event) tell(event, output.kind === 'text' ? keeper.record(output.reply) : null);
    if (output.kind === 'phase') phase = output.phase;
    else if (output.kind === 'text') {
      stopwatch.firstText();
      keeper.record(output.reply).text += output.delta;
    } else if (output.kind === 'part') part(output.reply, output.part);
    else if (output.kind === 'audio') sound(output.reply, output.chunk);
    else if (output.kind === 'stopped') outbox.add(async () => soundOut.stop());
    else if (output.kind === 'reply_ended') replyEnded(output);
    else if (output.kind === 'discarded') keeper.forget(output.reply);
    else if (output.kind === 'failed') refuse(output.error);
    else if (output.kind === 'ended') outbox.add(async () => ended.resolve(output.reason));
    else if (output.kind === 'ear' && output.event.kind === 'failed') fail(output.event.error);
  }

  const talk: LiveConversation = createLiveConversation({
    openEar: (onEvent) =>
      openMeteredEar({
        open: (tellEvent) =>
          createEar({
            activity: deps.activity,
            transcribe: deps.turnTranscriber.forCaller(),
            language: languageFrom(settings.language ?? undefined),
            detection: live.detection,
            onEvent: tellEvent,
          }),
        pay: (turn) => (isUsed(turn) ? payForHearing(turn) : null),
        refused(error, { startMs, endMs }) {
          refuse(error);
          return { kind: 'noise', startMs, endMs, seconds: 0 };
        },
        onEvent,
      }),
    think,
    speak,
    clock,
    settings: live.conversation,
    onOutput,
  });
  async function hearText(text: string): Promise<void> {
    try {
      const { number, heardCredits: credits } = await keeper.begin({ text, language: null, seconds: 0 });
      stopwatch.turnEnded(null);
      tell({ type: 'transcript', turn: number, text, language: null, seconds: 0, reason: 'text', credits });
      talk.hear(text);
    } catch (error) {
      refuse(error);
    }
  }

  const opening = settings.first_message ?? (settings.flow && openingOf(settings.flow));
  if (opening && conversation.turns === 0 && options.past.length === 0) talk.say(opening);

  return {
    ended: ended.promise,
    error: fail,
    async hear(samples) {
      await talk.push(samples);
      heardSamples += samples.length;
      stopwatch.heardUntil(heardSamples / EAR_SAMPLES_PER_MS);
    },
    async message(message) {
      if (message.type === 'text') await hearText(message.text);
      else if (message.type === 'commit') talk.commit();
      else if (message.type === 'interrupt') talk.interrupt();
      else if (message.type === 'played') talk.played(message.reply, message.ms);
      else if (message.type === 'tool_result') tools.answer(message);
      else talk.end('ended_by_client');
    },
    async leave() {
      talk.end(LEFT);
      await outbox.empty();
      await keptSound.stored();
    },
  };
}
