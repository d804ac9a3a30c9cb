import type { LiveEvent, LiveMessage } from './protocol.ts';

/** Another connection took the conversation over. */
const TAKEN_OVER = 4409;
const ENDED = 1000;

export type Closing = 'ended' | 'taken_over' | 'lost';

type SocketListener = {
  onEvent(event: LiveEvent): void;
  onSound(pcm: Uint8Array): void;
  onClose(closing: Closing): void;
};

export type LiveSocket = ReturnType<typeof openLiveSocket>;

/** The session cookie goes along, as the address is of the same origin. */
export function openLiveSocket(agentId: string, conversationId: string | null, listener: SocketListener) {
  const address = new URL(`/api/v1/agents/${encodeURIComponent(agentId)}/live`, location.origin);
  address.protocol = address.protocol.replace('http', 'ws');
  if (conversationId) address.searchParams.set('conversation_id', conversationId);
  const socket = new WebSocket(address);
  socket.binaryType = 'arraybuffer';
  socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (typeof data === 'string') listener.onEvent(JSON.parse(data) as LiveEvent);
    else listener.onSound(new Uint8Array(data));
  };
  socket.onclose = ({ code }) =>
    listener.onClose(code === ENDED ? 'ended' : code === TAKEN_OVER ? 'taken_over' : 'lost');
  const isOpen = () => socket.readyState === WebSocket.OPEN;
  return {
    /** Answers whether it could be sent. */
    send(message: LiveMessage): boolean {
      if (isOpen()) socket.send(JSON.stringify(message));
      return isOpen();
    },
    sendSound(pcm: Uint8Array<ArrayBuffer>): void {
      if (isOpen()) socket.send(pcm);
    },
    close(): void {
      socket.onclose = null;
      socket.close(ENDED);
    },
  };
}
