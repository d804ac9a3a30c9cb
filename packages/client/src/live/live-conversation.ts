import type { Settings } from '../core/options.ts';
import { backoffMs, isPassing, sleep } from '../core/retries.ts';
import { type Connection, LiveConnectionError } from './connection.ts';
import { createEventQueue } from './event-queue.ts';
import type { Greeting, LiveEvent, SoundFormat, ToolCall } from './events.ts';
import { endedReason, openConnection } from './open-connection.ts';
import { outcomeOf, type ToolAnswer, type ToolFunction } from './tool-functions.ts';

export type TalkOptions = {
  /** Goes on with a conversation, instead of starting one. */
  conversationId?: string | undefined;
  /** You send sound in this format. Default: `pcm_16000`. */
  input?: SoundFormat | undefined;
  /** You get sound in this format. Default: `pcm_24000`. */
  output?: SoundFormat | undefined;
  /** Functions of the agent's client tools, by name. */
  tools?: Record<string, ToolFunction> | undefined;
  /** Tries to connect again after a lost connection. Default: 8, in about half a minute. */
  maxReconnects?: number | undefined;
  /** Closes the connection when it is aborted. */
  signal?: AbortSignal | undefined;
};

type Sound = Uint8Array<ArrayBuffer> | Int16Array<ArrayBuffer> | ArrayBuffer;

/** 1001: the server restarts. 1006: cut. 1011: a fault of the service. */
const LOST = new Set([1001, 1006, 1011]);
const NORMAL = 1000;
/** Two seconds of 16 kHz PCM. More would be heard too late. */
const MAX_BUFFERED_BYTES = 64_000;
const POLL_MS = 20;

/** A spoken conversation that is under way. Read its events with `for await`; leaving the loop does not end it. */
export class LiveConversation implements AsyncIterable<LiveEvent> {
  readonly #settings: Settings;
  readonly #agentId: string;
  readonly #options: TalkOptions;
  readonly #events = createEventQueue<LiveEvent>(() =>
    this.#options.signal?.removeEventListener('abort', this.#abort),
  );
  readonly #abort = () => this.#finish(this.#options.signal?.reason);
  /** Written while there was no connection. */
  readonly #unsent: object[] = [];
  #connection: Connection | null = null;
  #greeting: Greeting | null = null;
  #isEnded = false;

  /** Use `client.agents.talk`. */
  constructor(settings: Settings, agentId: string, options: TalkOptions) {
    this.#settings = settings;
    this.#agentId = agentId;
    this.#options = options;
  }

  /** Resolves when the agent listens. */
  async open(): Promise<this> {
    const { signal } = this.#options;
    signal?.throwIfAborted();
    signal?.addEventListener('abort', this.#abort);
    try {
      await this.#connect();
      return this;
    } catch (error) {
      this.#events.end();
      signal?.throwIfAborted();
      throw error;
    }
  }

  /** The id of the conversation serves to resume it, or to read what was kept. */
  get id(): string {
    return this.#greeting?.conversation_id ?? '';
  }

  get outputFormat(): SoundFormat {
    return this.#greeting?.output ?? 'pcm_24000';
  }

  /** The end of the conversation ends the loop; a connection that is lost for good throws. */
  [Symbol.asyncIterator](): AsyncGenerator<LiveEvent, void, undefined> {
    return this.#events.read();
  }

  /**
   * Sends sound in the input format. False: it was dropped, because there is no connection or it is too slow. For sound
   * that can wait, `await ready()` first.
   */
  sendAudio(sound: Sound): boolean {
    const connection = this.#connection;
    if (!connection || connection.bufferedAmount > MAX_BUFFERED_BYTES) return false;
    return connection.send(bytesOf(sound));
  }

  /** Resolves when sound can be sent. Rejects when the conversation is over. */
  async ready(): Promise<void> {
    for (;;) {
      if (this.#events.isFinished) throw new LiveConnectionError(NORMAL, 'The conversation is over.');
      if (this.#connection?.isOpen && this.#connection.bufferedAmount <= MAX_BUFFERED_BYTES) return;
      await sleep(POLL_MS);
    }
  }

  /** A turn in writing, as if it had been said. */
  sendText(text: string): void {
    this.#sendSurely({ type: 'text', text });
  }

  /** The turn ends now, as when a button to talk is released. */
  commit(): void {
    this.#connection?.send({ type: 'commit' });
  }

  /** Stops the reply, as speaking would. */
  interrupt(): void {
    this.#connection?.send({ type: 'interrupt' });
  }

  /**
   * Says how much of a reply's sound was played: about every 200 ms while it plays, and after `stop`. Without it the
   * service assumes that sound plays as soon as it was sent.
   */
  played(reply: number, ms: number): void {
    this.#connection?.send({ type: 'played', reply, ms });
  }

  /** Answers a `tool_call` that has no function in `tools`. */
  answer(callId: string, answer: ToolAnswer): void {
    this.#connection?.send({ type: 'tool_result', call_id: callId, ...answer });
  }

  /** Ends the conversation. The event `ended` follows. */
  end(): void {
    this.#sendSurely({ type: 'end' });
  }

  /** Leaves without ending the conversation, which can be resumed by its id until it has been idle for too long. */
  close(): void {
    this.#finish();
  }

  async #connect(): Promise<void> {
    const { input, output, conversationId } = this.#options;
    const query = { input, output, conversation_id: this.#greeting?.conversation_id ?? conversationId };
    const keep = (connection: Connection) => {
      this.#connection = connection;
    };
    const listener = {
      onEvent: (event: LiveEvent) => this.#receive(event),
      onClose: (code: number, reason: string) => void this.#closed(code, reason),
    };
    await openConnection(this.#settings, { agentId: this.#agentId, query }, listener, keep);
    // It may have been closed in the meantime.
    if (this.#events.isFinished) return this.#connection?.close();
    for (const message of this.#unsent.splice(0)) this.#connection?.send(message);
  }

  #receive(event: LiveEvent): void {
    if (event.type === 'conversation') this.#greeting = event;
    if (event.type === 'ended') this.#isEnded = true;
    this.#events.push(event);
    if (event.type === 'tool_call') void this.#callTool(event);
  }

  async #callTool(call: ToolCall): Promise<void> {
    const { tools = {} } = this.#options;
    const run = Object.hasOwn(tools, call.name) ? tools[call.name] : undefined;
    if (!run) return;
    const connection = this.#connection;
    // A connection that was lost took its calls along.
    connection?.send({ type: 'tool_result', call_id: call.call_id, ...(await outcomeOf(run, call)) });
  }

  async #closed(code: number, reason: string): Promise<void> {
    if (this.#isEnded || code === NORMAL) return this.#events.end();
    if (!LOST.has(code)) return this.#events.fail(new LiveConnectionError(code, reason));
    this.#events.push({ type: 'disconnected', code, reason });
    try {
      await this.#reconnect(new LiveConnectionError(code, reason));
    } catch (error) {
      const reason = await endedReason(this.#settings, this.id, error);
      if (reason === null) return this.#events.fail(error);
      this.#events.push({ type: 'ended', reason });
      this.#events.end();
    }
  }

  async #reconnect(cause: unknown): Promise<void> {
    const { maxReconnects = 8, signal } = this.#options;
    const { log, sleep: pause } = this.#settings;
    let last = cause;
    for (let attempt = 0; attempt < maxReconnects; attempt += 1) {
      log.info(`the conversation ${this.id} lost its connection; connecting again`, last);
      await pause(backoffMs(attempt, { firstMs: 250, longestMs: 8_000 }), signal);
      if (this.#events.isFinished) return;
      try {
        await this.#connect();
        return;
      } catch (error) {
        if (!isPassing(error)) throw error;
        last = error;
      }
    }
    throw last;
  }

  #sendSurely(message: object): void {
    if (this.#events.isFinished) throw new LiveConnectionError(NORMAL, 'The conversation is over.');
    if (!this.#connection?.send(message)) this.#unsent.push(message);
  }

  #finish(error?: unknown): void {
    if (error === undefined) this.#events.end();
    else this.#events.fail(error);
    this.#connection?.close();
  }
}

function bytesOf(sound: Sound): Uint8Array<ArrayBuffer> {
  if (sound instanceof ArrayBuffer) return new Uint8Array(sound);
  return new Uint8Array(sound.buffer, sound.byteOffset, sound.byteLength);
}
