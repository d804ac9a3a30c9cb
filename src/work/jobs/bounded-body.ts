import type { Body } from '../../platform/storage/index.ts';
import { OutputTooLarge } from './errors.ts';

/** Ends with an error as soon as it is larger than allowed. */
export async function* boundedBody(body: Body, maxBytes: number, name: string): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of Buffer.isBuffer(body) ? [body] : body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new OutputTooLarge(name, maxBytes);
    yield chunk;
  }
}
