import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Storage } from './storage.ts';

/** Stores an object while it is being produced, so that a long one is never completely in memory. */
export type ObjectWriter = {
  /** Waits while the store is slow. After the store has failed it accepts bytes and drops them. */
  write(bytes: Buffer): Promise<void>;
  /** Resolves to the length once the object is stored; throws if the store failed. */
  end(): Promise<number>;
  /** Stops writing. Nothing is stored unless `end` has resolved. */
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
