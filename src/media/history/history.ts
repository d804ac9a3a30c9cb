import { buffer } from 'node:stream/consumers';
import { cursorAfter, idFromCursor, isUuid, type Page } from '../../http/index.ts';
import { domainError } from '../../platform/errors.ts';
import {
  type ByteRange,
  deleteMarkedObjects,
  type ObjectDeps,
  type StoredObject,
  TrackedKeys,
} from '../../platform/storage/index.ts';
import type { Provenance } from '../../work/provenance/index.ts';
import type { SpeechCache } from '../speech-cache/index.ts';
import { type EntryFormat, HistoryEntry } from './history-entry.ts';
import {
  deleteGeneration,
  findGeneration,
  findMade,
  findWords,
  type GenerationRow,
  type Leftovers,
  listGenerations,
  stripBefore,
  type TimedSpan,
} from './queries.ts';

export const GenerationNotFound = domainError('not_found', 'generation_not_found', 'Generation not found.');

const AudioGone = domainError(
  'not_found',
  'audio_gone',
  'The audio of this generation is no longer available. It is older than 30 days, or its stream was cut off.',
);

export type History = {
  startEntry(accountId: string, format: EntryFormat): Promise<HistoryEntry>;
  list(accountId: string, page: Page): Promise<{ generations: GenerationRow[]; nextCursor: string | null }>;
  find(accountId: string, id: string): Promise<GenerationRow>;
  audio(accountId: string, id: string, range?: ByteRange): Promise<StoredObject>;
  words(accountId: string, id: string): Promise<{ text: string; words: TimedSpan[]; seconds: number }>;
  /** The file of an entry with this key. Null if there is none, or if it cannot be read. */
  made(accountId: string, cacheKey: string): Promise<{ file: Buffer; durationSeconds: number } | null>;
  remove(accountId: string, id: string): Promise<void>;
  /** Removes audio, text and words from one batch of entries older than 30 days, and returns its size. */
  sweep(): Promise<number>;
};

type Deps = ObjectDeps & { cache: Pick<SpeechCache, 'forget'>; provenance: Pick<Provenance, 'begin'> };

const KEPT_MS = 30 * 24 * 3_600_000;
const SWEEP_BATCH = 500;

export function createHistory(deps: Deps): History {
  const { db, storage, clock, log } = deps;
  const objectKeys = new TrackedKeys(deps, 'history');

  async function find(accountId: string, id: string): Promise<GenerationRow> {
    const found = isUuid(id) ? await findGeneration(db, accountId, id) : undefined;
    if (!found) throw new GenerationNotFound();
    return found;
  }

  /** The audio is already marked for deletion. A cache entry stays while another history entry refers to it. */
  async function clear(leftovers: readonly Leftovers[]): Promise<void> {
    await deleteMarkedObjects(
      deps,
      leftovers.flatMap(({ audio_key }) => audio_key ?? []),
    );
    const refs = leftovers.flatMap(({ account_id: accountId, cache_key: key }) =>
      key === null ? [] : { accountId, key },
    );
    await deps.cache.forget(refs);
  }

  return {
    find,
    startEntry: async (accountId, format) =>
      new HistoryEntry(deps, accountId, format, await objectKeys.take()),
    async list(accountId, page) {
      const before = idFromCursor(page.cursor);
      const rows = await listGenerations(db, accountId, { limit: page.limit, before });
      return { generations: rows.slice(0, page.limit), nextCursor: cursorAfter(rows, page.limit) };
    },
    async audio(accountId, id, range) {
      const { audio_key: key } = await find(accountId, id);
      const stored = key ? await storage.get(key, range && { range }) : null;
      if (!stored) throw new AudioGone();
      return stored;
    },
    async words(accountId, id) {
      const found = isUuid(id) ? await findWords(db, accountId, id) : undefined;
      if (!found) throw new GenerationNotFound();
      const { text, words, duration_seconds: seconds } = found;
      if (text === null || words === null) throw new AudioGone();
      return { text, words, seconds };
    },
    async made(accountId, cacheKey) {
      try {
        const found = await findMade(db, accountId, cacheKey);
        const stored = found && (await storage.get(found.audio_key));
        if (!found || !stored) return null;
        return { file: await buffer(stored.body), durationSeconds: found.duration_seconds };
      } catch (err) {
        log.warn({ err }, 'a sound of the history could not be read');
        return null;
      }
    },
    async remove(accountId, id) {
      const removed = isUuid(id) ? await deleteGeneration(db, accountId, id, clock.now()) : undefined;
      if (!removed) throw new GenerationNotFound();
      await clear([removed]);
    },
    async sweep() {
      const now = clock.now();
      const oldest = new Date(now.getTime() - KEPT_MS);
      const stripped = await stripBefore(db, oldest, now, SWEEP_BATCH);
      await clear(stripped);
      return stripped.length;
    },
  };
}
