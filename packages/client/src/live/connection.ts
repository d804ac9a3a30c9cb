import { ConnectionError, TimeoutError } from '../base-errors.ts';
import { errorFrom } from '../core/errors.ts';
import type { Logger } from '../core/log.ts';
import type { Greeting, LiveEvent, ReplyAudio } from './events.ts';

const OPENING_MS = 30_000;
const NORMAL = 1000;

/** The connection was closed. `code` is that of the WebSocket: 4409 when another connection took the conversation over. */
export class LiveConnectionError extends ConnectionError {
  override name = 'LiveConnectionError';
  readonly code: number;
  constructor(code: number, reason: string) {
    super(reason || `The connection was closed (${code}).`);
    this.code = code;
  }
}

export type Address = { url: string; protocols: string[] };
export type Listener = { onEvent(event: LiveEvent): void; onClose(code: number, reason: string): void };
export type Connection = ReturnType<typeof connect>;

/** One WebSocket. `greeted` rejects when it closes before the conversation is open; afterwards `onClose` tells. */
export function connect(
  WebSocketClass: typeof WebSocket,
  { url, protocols }: Address,
  { onEvent, onClose }: Listener,
  log: Logger,
) {
  const socket = new WebSocketClass(url, protocols);
  socket.binaryType = 'arraybuffer';
  let isGreeted = false;
  const greeted = new Promise<Greeting>((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new TimeoutError(OPENING_MS));
      socket.close();
    }, OPENING_MS);
    let refusal: Refusal | null = null;
    const receive = joinPackets((event) => {
      if (event.type === 'error') refusal = event.error;
      if (event.type === 'conversation') {
        isGreeted = true;
        clearTimeout(late);
        resolve(event);
      }
      onEvent(event);
    }, log);
    socket.addEventListener('message', ({ data }) => receive(data));
    socket.addEventListener('close', ({ code, reason }) => {
      clearTimeout(late);
      if (isGreeted) onClose(code, reason);
      else void refusalOf(code, reason, refusal).then(reject);
    });
  });
  return {
    greeted,
    get bufferedAmount() {
      return socket.bufferedAmount;
    },
    get isOpen() {
      return socket.readyState === WebSocketClass.OPEN;
    },
    /** False when it could not be sent. */
    send(message: object | Uint8Array<ArrayBuffer>): boolean {
      if (!this.isOpen) return false;
      socket.send(message instanceof Uint8Array ? message : JSON.stringify(message));
      return true;
    },
    close: () => socket.close(NORMAL),
  };
}

type Refusal = { code: string; message: string };

/** A refusal after the upgrade is closed with 4000 and the HTTP status, and its `error` says more. */
async function refusalOf(closed: number, reason: string, refusal: Refusal | null): Promise<Error> {
  const status = closed - 4_000;
  if (refusal === null || status < 400 || status > 599) return new LiveConnectionError(closed, reason);
  return errorFrom(Response.json({ error: refusal.message, code: refusal.code }, { status }));
}

type OnWire = LiveEvent | (Omit<ReplyAudio, 'packets'> & { packets: number });

/** An `audio` event names how many binary messages follow it. It is passed on with them. */
function joinPackets(onEvent: (event: LiveEvent) => void, log: Logger): (data: unknown) => void {
  let audio: { event: ReplyAudio; missing: number } | null = null;
  const receiveEvent = (event: OnWire) => {
    if (event.type !== 'audio' || typeof event.packets !== 'number') return onEvent(event as LiveEvent);
    audio = { event: { ...event, packets: [] }, missing: event.packets };
    passOn();
  };
  const passOn = () => {
    if (audio === null || audio.missing > 0) return;
    onEvent(audio.event);
    audio = null;
  };
  return (data) => {
    if (typeof data === 'string') {
      const event = parsed(data);
      return event ? receiveEvent(event) : log.warn('a message that is not JSON came from the service');
    }
    if (audio === null) return log.warn('a packet of sound came without its event');
    audio.event.packets.push(new Uint8Array(data as ArrayBuffer));
    audio.missing -= 1;
    passOn();
  };
}

function parsed(text: string): OnWire | null {
  try {
    return JSON.parse(text) as OnWire;
  } catch {
    return null;
  }
}
