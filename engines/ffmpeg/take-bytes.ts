import type { Readable } from 'node:stream';

/** Fills buffers from a stream, one after another. Holds at most one chunk. */
export function takeBytes(stream: Readable): { into(buffer: Uint8Array): Promise<boolean> } {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Uint8Array = Buffer.alloc(0);
  return {
    /** False when the stream ends before the buffer is full. */
    async into(buffer) {
      let filled = 0;
      while (filled < buffer.length) {
        if (rest.length === 0) {
          const next = await chunks.next();
          if (next.done) return false;
          rest = next.value;
        }
        const part = rest.subarray(0, buffer.length - filled);
        buffer.set(part, filled);
        filled += part.length;
        rest = rest.subarray(part.length);
      }
      return true;
    },
  };
}
