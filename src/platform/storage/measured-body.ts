import { createHash } from 'node:crypto';
import { piecesInTurns } from '../event-loop.ts';
import type { Body } from './storage.ts';

/** Counts and hashes a body while its only reader consumes it. */
export class MeasuredBody implements AsyncIterable<Uint8Array> {
  bytes = 0;
  readonly #hash = createHash('sha256');
  readonly #body: Body;
  #failure: { error: unknown } | null = null;

  constructor(body: Body) {
    this.#body = body;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    try {
      for await (const chunk of Buffer.isBuffer(this.#body) ? piecesInTurns(this.#body) : this.#body) {
        this.bytes += chunk.byteLength;
        this.#hash.update(chunk);
        yield chunk;
      }
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }

  /** Throws what the source threw, so that a caller's broken upload does not look like a broken store. */
  rethrowSourceFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }

  summary(): { bytes: number; sha256: string } {
    return { bytes: this.bytes, sha256: this.#hash.digest('hex') };
  }
}
