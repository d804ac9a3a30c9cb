import { ApiError } from '@vox-humana/client';
import { api } from '../../api/clients.ts';
import { endConversation } from '../conversations/use-conversation.ts';
import { type Closing, type LiveSocket, openLiveSocket } from './live-socket.ts';
import { type Microphone, openMicrophone } from './microphone.ts';
import { type LiveEvent, type LiveMessage, OUTPUT_RATE } from './protocol.ts';
import { createReplyPlayer, type Position } from './reply-player.ts';
import { afterEvent, afterLoss, type TalkState } from './talk-state.ts';

const SOCKET_REQUIRED = 'socket_required';
const REPORT_MS = 200;
/** The service may take this long to end a conversation. */
const FAREWELL_MS = 3_000;
const RECONNECT_MS = [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000];

/** `reconnecting`: the connection was lost, the conversation was not. */
export type TalkStatus = 'idle' | 'starting' | 'talking' | 'reconnecting' | 'ending' | 'over';

type TalkListener = {
  onState(change: (before: TalkState) => TalkState): void;
  onStatus(status: TalkStatus): void;
  onLevel(level: number): void;
  onError(error: unknown): void;
};

/** The service cannot be reached. */
export class NotConnected extends Error {}
/** Somebody opened the conversation elsewhere. */
export class TakenOver extends Error {}

export type Talk = ReturnType<typeof openTalk>;

/** Microphone, connection and loudspeaker of one conversation. Must be opened in a click: browsers keep others silent. */
export function openTalk(agentId: string, on: TalkListener) {
  const context = new AudioContext({ sampleRate: OUTPUT_RATE, latencyHint: 'interactive' });
  const player = createReplyPlayer(context);
  let microphone: Microphone | null = null;
  let socket: LiveSocket | null = null;
  let conversationId: string | null = null;
  let attempts = 0;
  let isEnding = false;
  let isOver = false;
  /** The next binary message belongs to this reply. */
  let next: { reply: number; startMs: number } | null = null;
  let reported: Position | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const report = () => {
    const position = player.position();
    if (!position || (position.reply === reported?.reply && position.ms === reported.ms)) return;
    reported = position;
    socket?.send({ type: 'played', ...position });
  };
  const reporting = setInterval(report, REPORT_MS);

  const finish = (error: unknown = null) => {
    if (isOver) return;
    isOver = true;
    clearInterval(reporting);
    clearTimeout(retry);
    socket?.close();
    void microphone?.close();
    if (error) on.onError(error);
    on.onStatus('over');
    closeWhenSilent();
  };
  /** The agent may have said goodbye just now. */
  const closeWhenSilent = () => {
    if (player.isBusy()) setTimeout(closeWhenSilent, REPORT_MS);
    else void context.close();
  };

  const onEvent = (event: LiveEvent) => {
    if (event.type === 'conversation') {
      conversationId = event.conversation_id;
      attempts = 0;
      on.onStatus('talking');
    }
    if (event.type === 'audio') next = { reply: event.reply, startMs: event.start_ms };
    if (event.type === 'stop') {
      reported = { reply: event.reply, ms: player.stop(event.reply) };
      socket?.send({ type: 'played', ...reported });
    }
    on.onState((before) => afterEvent(before, event));
    if (event.type === 'ended') finish();
  };

  const onSound = (pcm: Uint8Array) => {
    if (next) player.play(next.reply, next.startMs, pcm);
    next = null;
  };

  const connect = () => {
    if (isOver) return;
    socket = openLiveSocket(agentId, conversationId, { onEvent, onSound, onClose });
  };

  const onClose = (closing: Closing) => {
    if (closing === 'ended') return finish();
    if (closing === 'taken_over') return finish(new TakenOver());
    if (!conversationId) return void refusalOf(agentId).then(finish);
    if (isEnding) return finish();
    void reconnect(conversationId);
  };

  const reconnect = async (id: string) => {
    const waitMs = RECONNECT_MS[attempts];
    attempts += 1;
    on.onStatus('reconnecting');
    const played = player.position();
    player.silence();
    reported = null;
    on.onState((before) => afterLoss(before, played));
    const reason = await endedReasonOf(id);
    if (reason) {
      on.onState((before) => afterEvent(before, { type: 'ended', reason }));
      return finish();
    }
    if (waitMs === undefined) return finish(new NotConnected());
    retry = setTimeout(connect, waitMs);
  };

  return {
    /** Answers whether it has a microphone. */
    async begin(by: 'voice' | 'text'): Promise<boolean> {
      try {
        if (by === 'voice')
          microphone = await openMicrophone({
            onSound(pcm, level) {
              socket?.sendSound(pcm);
              on.onLevel(level);
            },
            onLost: () => on.onError(new DOMException('The microphone is gone.', 'NotFoundError')),
          });
        await context.resume();
      } catch (error) {
        finish(error);
        return false;
      }
      // Somebody left while the browser asked for the microphone.
      if (isOver) void microphone?.close();
      else connect();
      return microphone !== null;
    },
    send: (message: LiveMessage) => socket?.send(message),
    mute: (muted: boolean) => microphone?.mute(muted),
    position: () => player.position(),
    end(): void {
      if (isOver || isEnding) return;
      isEnding = true;
      void microphone?.close();
      const position = player.position();
      if (position) socket?.send({ type: 'played', reply: position.reply, ms: player.stop(position.reply) });
      const isTold = socket?.send({ type: 'end' }) ?? false;
      if (!conversationId) {
        finish();
        return;
      }
      if (!isTold) void endConversation(conversationId).catch(on.onError);
      on.onStatus('ending');
      clearTimeout(retry);
      // The service answers with `ended`; without an answer the page does not wait for it.
      retry = setTimeout(finish, FAREWELL_MS);
    },
  };
}

/** A browser does not say why a socket was refused; the same request without one does. */
async function refusalOf(id: string): Promise<Error> {
  try {
    await api.request('GET /api/v1/agents/{id}/live', { path: { id } });
  } catch (error) {
    if (error instanceof ApiError && error.code !== SOCKET_REQUIRED) return error;
  }
  return new NotConnected();
}

async function endedReasonOf(id: string) {
  try {
    const { ended_reason } = await api.request('GET /api/v1/conversations/{id}', { path: { id } });
    return ended_reason;
  } catch (error) {
    console.info('The conversation cannot be read while the connection is lost.', error);
    return null;
  }
}
