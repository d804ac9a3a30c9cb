import { createReadStream } from 'node:fs';

/**
 * A file as the body of an object. Opened only when it is read: a write that is refused first would leave it open, and
 * one whose signal has aborted would emit an error that nobody listens for and never close the file.
 */
export async function* fileBody(path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  signal?.throwIfAborted();
  yield* createReadStream(path, { signal });
}
