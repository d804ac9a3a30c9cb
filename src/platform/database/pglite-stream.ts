import { Duplex } from 'node:stream';

type Chunk = { chunk: Buffer };

/** Replaces the socket of `pg`: writes go to the thread, and its responses come out. */
export class ThreadStream extends Duplex {
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void;

  constructor(send: (bytes: Uint8Array<ArrayBuffer>) => void) {
    super();
    this.#send = send;
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'));
  }

  receive(bytes: Uint8Array<ArrayBuffer>): void {
    if (bytes.length > 0) this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  override _read(): void {
    // The thread pushes its responses; there is nothing to request.
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#send(new Uint8Array(chunk));
    done();
  }

  /** `pg` corks the messages of one query, so that they reach the thread as one. */
  override _writev(chunks: Chunk[], done: () => void): void {
    this.#send(joined(chunks));
    done();
  }

  setNoDelay(): void {
    // Nothing is delayed.
  }

  setKeepAlive(): void {
    // Nothing to keep alive.
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

function joined(chunks: Chunk[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((length, { chunk }) => length + chunk.length, 0));
  let offset = 0;
  for (const { chunk } of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
