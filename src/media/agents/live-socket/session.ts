import type { PacketFormat } from '../../../../engines/codec/index.ts';
import type { TurnTranscriber } from '../../../../engines/turn-taking/index.ts';
import type { VoiceActivityEngine } from '../../../../engines/voice-activity/index.ts';
import type { Caller } from '../../../http/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { StartTrace } from '../../../platform/tracing/index.ts';
import type { SpeechDeps } from '../../speech/index.ts';
import type { ReplyVoiceDeps } from '../../spoken-replies/index.ts';
import { ConversationLost } from '../conversations/errors.ts';
import type { LeasedConversation } from '../conversations/lease-conversation.ts';
import type { KeepDeps } from '../conversations/turn-audio.ts';
import type { LiveClock, LiveConversation } from '../live/index.ts';
import type { ResponderDeps } from '../open-responder.ts';
import type { PastTurn } from '../responders/responder.ts';
import { type ClientTools, createClientTools } from './client-tools.ts';
import { errorEvent } from './events.ts';
import { createKeptSound, type KeptSound } from './kept-sound.ts';
import { createLiveTurns, type LiveTurns } from './live-turns.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createSoundOut, type SoundOut } from './sound-out.ts';
import { createStopwatch, type Stopwatch } from './stopwatch.ts';

export type LiveDeps = SpeechDeps &
  ResponderDeps &
  KeepDeps &
  ReplyVoiceDeps & { activity: VoiceActivityEngine; turnTranscriber: TurnTranscriber };

export type SessionOptions = {
  caller: Caller;
  leased: LeasedConversation;
  past: readonly PastTurn[];
  /** Null: the caller begins, or goes on. */
  opening: string | null;
  requestId: string;
  startTrace: StartTrace;
  output: PacketFormat;
  clock: LiveClock;
  /** Resolves when it has left, so that nobody is charged for what waits. */
  send(event: object, packets?: readonly Uint8Array[]): Promise<void>;
  /** Aborted when nothing that is sent arrives any more: what has not left is not charged. */
  gone: AbortSignal;
  /** The client reads too slowly, or the conversation is no longer ours. */
  onBroken(error: DomainError): void;
};

/** All steps of a live turn share this: the connection, the conversation and its turns. */
export type Session = Pick<
  SessionOptions,
  'caller' | 'leased' | 'requestId' | 'send' | 'gone' | 'onBroken'
> & {
  deps: LiveDeps;
  outbox: Outbox;
  turns: LiveTurns;
  clientTools: ClientTools;
  soundOut: SoundOut;
  keptSound: KeptSound;
  stopwatch: Stopwatch;
  talk(): Pick<LiveConversation, 'interrupt' | 'close'>;
};

export function createSession(deps: LiveDeps, options: SessionOptions, talk: Session['talk']): Session {
  const { caller, leased, requestId, send, gone, onBroken } = options;
  const { owned, agent } = leased;
  const { model, sampleRate: rate } = deps.engine.capabilities;
  const { keep_audio, voice_id: voiceId } = agent.settings;
  const session: Session = {
    deps,
    caller,
    leased,
    requestId,
    send,
    gone,
    onBroken,
    talk,
    outbox: createOutbox({ send, onTooSlow: onBroken, onError: (error) => fail(session, error) }),
    turns: createLiveTurns(deps, options),
    clientTools: createClientTools(),
    soundOut: createSoundOut(options.output, rate),
    keptSound: createKeptSound(deps, owned, { keeps: keep_audio === true, rate, model, voiceId }),
    stopwatch: createStopwatch(options.clock.nowMs),
  };
  return session;
}

/** Something that should not happen: told, logged, and the conversation goes on if it is still ours. */
export function fail({ deps, outbox, onBroken }: Session, error: unknown): void {
  if (error instanceof ConversationLost) onBroken(error);
  else {
    if (!(error instanceof DomainError)) deps.log.error({ err: error }, 'live conversation');
    outbox.tell(errorEvent(error));
  }
}

/** Ends the conversation in order, with its last sentence, if the credits are used up. Other errors go to `fail`. */
export function refuse(session: Session, error: unknown): void {
  if (error instanceof DomainError && error.kind === 'payment_required') {
    session.outbox.tell(errorEvent(error));
    session.talk().close(session.leased.agent.settings.last_sentence ?? null, 'out_of_credits');
  } else fail(session, error);
}
