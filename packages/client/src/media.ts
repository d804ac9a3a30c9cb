import { ConnectionError } from './base-errors.ts';

/** A file that the service answers with. It can be read once: whole, or chunk by chunk while it arrives. */
export class Media implements AsyncIterable<Uint8Array<ArrayBuffer>> {
  readonly response: Response;

  constructor(response: Response) {
    this.response = response;
  }

  get contentType(): string {
    return this.response.headers.get('content-type') ?? 'application/octet-stream';
  }

  /** Id in the history. Captions of speech are read with it. */
  get historyId(): string | null {
    return this.response.headers.get('x-history-id');
  }

  get model(): string | null {
    return this.response.headers.get('x-model');
  }

  /** Characters that were charged, for speech. */
  get characters(): number | null {
    return this.#number('x-characters');
  }

  get seed(): number | null {
    return this.#number('x-seed');
  }

  get durationSeconds(): number | null {
    return this.#number('x-duration-seconds');
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return this.response.body ?? new Blob([]).stream();
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#whole(() => this.response.arrayBuffer());
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.arrayBuffer());
  }

  blob(): Promise<Blob> {
    return this.#whole(() => this.response.blob());
  }

  text(): Promise<string> {
    return this.#whole(() => this.response.text());
  }

  /** Leaving the loop cancels the rest. A speech stream that is canceled costs what was spoken until then. */
  [Symbol.asyncIterator](): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
    return chunksOf(this.body);
  }

  #number(header: string): number | null {
    const value = this.response.headers.get(header);
    return value === null ? null : Number(value);
  }

  async #whole<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      throw asConnectionError(error);
    }
  }
}

/** Not every browser can iterate a stream by itself. */
export async function* chunksOf<T>(stream: ReadableStream<T>): AsyncGenerator<T, void, undefined> {
  const reader = stream.getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        ended = true;
        return;
      }
      yield value;
    }
  } catch (error) {
    ended = true;
    throw asConnectionError(error);
  } finally {
    if (!ended) await reader.cancel();
    reader.releaseLock();
  }
}

/** `fetch` reports a broken connection as a TypeError. An abort keeps its own reason. */
export function asConnectionError(error: unknown): unknown {
  if (!(error instanceof TypeError)) return error;
  return new ConnectionError('The connection to the service failed.', { cause: error });
}
