import { assertKey } from './keys.ts';
import type { Storage } from './storage.ts';

/** A part of a store, whose keys all begin with `folder` and a slash. */
export function underPrefix(storage: Storage, folder: string): Storage {
  assertKey(folder);
  const at = (key: string): string => `${folder}/${key}`;
  return {
    put: (key, body, options) => storage.put(at(key), body, options),
    get: (key, options) => storage.get(at(key), options),
    head: (key) => storage.head(at(key)),
    delete: (keys) => storage.delete([keys].flat().map(at)),
    async *list(prefix) {
      for await (const key of storage.list(at(prefix))) yield key.slice(folder.length + 1);
    },
    check: () => storage.check(),
  };
}
