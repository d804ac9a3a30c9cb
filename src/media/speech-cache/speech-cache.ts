import { setImmediate as turn } from 'node:timers/promises';
import { deleteMarkedObjects, type ObjectDeps, TrackedKeys } from '../../platform/storage/index.ts';
import { type CachedChunk, CacheEntry, type EntryOwner, type HistoryFile } from './cache-entry.ts';
import {
  type CacheRef,
  type CacheRow,
  deleteCached,
  deleteOldest,
  deleteUnused,
  findCached,
  findEvictionStart,
} from './queries.ts';
import { readPcm } from './read-pcm.ts';

export type { CachedChunk, CacheEntry, HistoryFile };

export type CachedSpeech = {
  /** These are the chunks that the engine returned to an earlier call. */
  chunks: AsyncIterable<CachedChunk>;
  /** Must be called when the chunks are not read to their end. */
  close(): void;
};

export type SpeechCache = {
  /** Null on a miss, when the cache is off, and when it cannot be read. */
  find(accountId: string, key: string): Promise<CachedSpeech | null>;
  /** Null when the cache is off. With `file` nothing more is stored: the entry reads the file of the history. */
  startEntry(owner: EntryOwner, file: HistoryFile | null): Promise<CacheEntry | null>;
  /** Deletes those of the entries that no history entry refers to. */
  forget(refs: readonly CacheRef[]): Promise<void>;
  /** Deletes the least recently used entries until the cache fits its limit. */
  evict(stopping?: AbortSignal): Promise<number>;
};

type Deps = ObjectDeps & { sampleRate: number; maxBytes: number };

const EVICTION_BATCH = 500;

export function createSpeechCache(deps: Deps): SpeechCache {
  const { db, storage, clock, log, maxBytes } = deps;
  const objectKeys = new TrackedKeys(deps, 'speech-cache');

  async function find(accountId: string, key: string): Promise<CachedSpeech | null> {
    if (maxBytes === 0) return null;
    try {
      const row = await findCached(db, accountId, key, clock.now());
      if (!row) return null;
      const lengths = row.chunks.map(({ samples }) => samples);
      const pcm = await readPcm(storage, row, lengths);
      if (pcm) return { chunks: withSamples(row, pcm.pieces), close: () => void pcm.body.destroy() };
      await deleteMarkedObjects(deps, await deleteCached(db, row.object_key, clock.now()));
    } catch (err) {
      log.warn({ err }, 'the speech cache could not be read');
    }
    return null;
  }

  return {
    find,
    async startEntry(owner, file) {
      if (maxBytes === 0) return null;
      return new CacheEntry(deps, owner, file ?? { objectKey: await objectKeys.take(), headerBytes: null });
    },
    async forget(refs) {
      if (refs.length > 0) await deleteMarkedObjects(deps, await deleteUnused(db, refs, clock.now()));
    },
    async evict(stopping) {
      const start = await findEvictionStart(db, maxBytes);
      for (let evicted = 0; ; await turn()) {
        if (!start || stopping?.aborted) return evicted;
        const { entries, objectKeys } = await deleteOldest(db, start, clock.now(), EVICTION_BATCH);
        await deleteMarkedObjects(deps, objectKeys);
        evicted += entries;
        if (entries === 0) return evicted;
      }
    },
  };
}

async function* withSamples(
  row: CacheRow,
  pieces: AsyncGenerator<Float32Array>,
): AsyncGenerator<CachedChunk> {
  let index = 0;
  for await (const samples of pieces) {
    const facts = row.chunks[index++];
    if (facts) yield { ...facts, samples };
  }
}
