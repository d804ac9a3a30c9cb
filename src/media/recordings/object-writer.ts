import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Storage } from '../../platform/storage/index.ts';

/** Bytes on their way into the store while they are made: a long stream is never whole in memory. */
export type ObjectWriter = {
  /** Waits while the store is slow; a store that has failed takes everything and keeps nothing. */
  write(bytes: Buffer): Promise<void>;
  /** Resolves to the length once the object is there; throws when the store failed. */
  end(): Promise<number>;
  /** Leaves nothing behind. */
  abandon(): void;
};

export function openObjectWriter(storage: Storage, key: string, contentType: string): ObjectWriter {
  const pipe = new PassThrough();
  pipe.on('error', () => undefined);
  const stored = storage.put(key, pipe, { contentType, flush: 'later' });
  const over = stored.then(
    () => undefined,
    () => void pipe.destroy(),
  );
  return {
    async write(bytes) {
      if (pipe.writable && !pipe.write(bytes)) await Promise.race([once(pipe, 'drain'), over]);
    },
    async end() {
      pipe.end();
      return (await stored).bytes;
    },
    abandon: () => void pipe.destroy(new Error('the object was abandoned')),
  };
}
