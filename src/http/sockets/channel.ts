import { WebSocket } from 'ws';

export type Message = { kind: 'text'; text: string } | { kind: 'bytes'; bytes: Buffer };

/** One WebSocket connection. */
export type Channel = {
  /** One loop must read them, in order. While the loop is busy, a client that sends too much waits. */
  messages: AsyncIterable<Message>;
  /** Resolves when it left this process, so that who awaits it sends no faster than the client reads. */
  send(message: object | Uint8Array): Promise<void>;
  /** Nothing more is read, and `signal` is aborted at once, whenever the client answers. */
  close(code: number, reason: string): void;
  /** Ends the connection of a client that does not read, and so would not see why it is closed. */
  cutOff(): void;
  /** Aborted when the connection has ended, whoever ended it. */
  signal: AbortSignal;
};

export const CHANNEL_LIMITS = {
  /** Waiting to be read by us. The client's sending stops there. */
  unreadBytes: 1_000_000,
  /** Waiting to be read by the client. It is cut off there. */
  unsentBytes: 8_000_000,
  /** A client that answers no ping for this long is gone. */
  heartbeatMs: 20_000,
  /** A client that does not answer the closing of a connection is cut off. */
  closeMs: 5_000,
};

/** Each message counts this much beside its content, so that a flood of tiny ones is a flood too. */
const MESSAGE_BYTES = 200;
const CLOSE_REASON_BYTES = 123;

export function openChannel(socket: WebSocket, limits = CHANNEL_LIMITS): Channel {
  const ended = new AbortController();
  const stopHeartbeat = startHeartbeat(socket, limits.heartbeatMs);
  socket.once('close', () => {
    stopHeartbeat();
    ended.abort();
  });
  const isClosing = () => closing;
  let closing = false;
  const close: Channel['close'] = (code, reason) => {
    closing = true;
    socket.resume();
    socket.close(code, Buffer.from(reason).subarray(0, CLOSE_REASON_BYTES).toString());
    const timer = setTimeout(() => socket.terminate(), limits.closeMs);
    socket.once('close', () => clearTimeout(timer));
    ended.abort();
  };
  return {
    messages: collect(socket, { ended: ended.signal, isClosing }, limits.unreadBytes),
    close,
    cutOff: () => socket.terminate(),
    signal: ended.signal,
    send(message) {
      if (socket.readyState !== WebSocket.OPEN) return Promise.resolve();
      if (socket.bufferedAmount > limits.unsentBytes) {
        socket.terminate();
        return Promise.resolve();
      }
      const data = message instanceof Uint8Array ? message : JSON.stringify(message);
      // An error of the connection ends it, which `signal` tells.
      return new Promise((resolve) => socket.send(data, () => resolve()));
    },
  };
}

/** Listens from the call on, not from the first read: what arrives before it is kept. */
function collect(
  socket: WebSocket,
  { ended, isClosing }: { ended: AbortSignal; isClosing(): boolean },
  maxBytes: number,
): AsyncGenerator<Message> {
  const waiting: { message: Message; bytes: number }[] = [];
  let unread = 0;
  let news = Promise.withResolvers<void>();
  ended.addEventListener('abort', () => news.resolve());
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isClosing()) return;
    const bytes = data.length + MESSAGE_BYTES;
    const message: Message = isBinary
      ? { kind: 'bytes', bytes: data }
      : { kind: 'text', text: data.toString() };
    waiting.push({ message, bytes });
    unread += bytes;
    if (unread > maxBytes) socket.pause();
    news.resolve();
  });
  return (async function* read() {
    for (;;) {
      if (isClosing()) return;
      const next = waiting.shift();
      if (next) {
        unread -= next.bytes;
        if (socket.isPaused && unread < maxBytes / 2) socket.resume();
        yield next.message;
      } else if (ended.aborted) return;
      else {
        await news.promise;
        news = Promise.withResolvers();
      }
    }
  })();
}

function startHeartbeat(socket: WebSocket, everyMs: number): () => void {
  let isAlive = true;
  const alive = () => {
    isAlive = true;
  };
  socket.on('pong', alive).on('message', alive);
  const timer = setInterval(() => {
    // While it is paused, its pongs are not read.
    if (!isAlive && !socket.isPaused) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, everyMs);
  return () => clearInterval(timer);
}
