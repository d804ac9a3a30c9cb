import { statfs } from 'node:fs/promises';
import { StorageFull } from './errors.ts';
import type { Storage } from './storage.ts';

/** Several objects may be on their way at once. */
const LEAST_FREE_BYTES = 512 * 2 ** 20;

/** Refuses objects before the disk of `folder` is full, because a service may need what is left. */
export function leavingRoom(storage: Storage, folder: string, leastBytes = LEAST_FREE_BYTES): Storage {
  return {
    ...storage,
    async put(key, body, options) {
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize < leastBytes) throw new StorageFull(new Error(`${folder} is nearly full`));
      return storage.put(key, body, options);
    },
  };
}
