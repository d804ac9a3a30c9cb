import { type AudioFormat, CONTENT_TYPES } from '../../engines/codec/index.ts';
import { cursorAfter, idFromCursor, isUuid, type Page } from '../../http/index.ts';
import type { Rider } from '../../money/ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import {
  type ByteRange,
  type ObjectWriter,
  openObjectWriter,
  type Storage,
  type StoredObject,
} from '../../platform/storage/index.ts';
import type { Recordings } from '../recordings/index.ts';
import { AudioGone, GenerationNotFound } from './errors.ts';
import { excerptOf } from './excerpt.ts';
import {
  deleteGeneration,
  findGeneration,
  findWords,
  type GenerationRow,
  generationRow,
  type Leftovers,
  listGenerations,
  type NewGeneration,
  stripBefore,
  type TimedSpan,
} from './queries.ts';

export type Generation = Omit<NewGeneration, 'id' | 'textExcerpt' | 'audioKey' | 'now'>;

/** Sound on its way into the history; its row is written with the charge. */
export type HistoryEntry = {
  id: string;
  write(bytes: Buffer): Promise<void>;
  /** After the last byte, or with all of them, and before `row`. A store that fails leaves an entry without sound. */
  keepAudio(whole?: Buffer): Promise<void>;
  /** Rides on the settlement. */
  row(generation: Generation): Rider;
  /** When nothing comes of it: leaves no sound behind. */
  discard(): Promise<void>;
};

export type History = {
  open(accountId: string, format: AudioFormat): HistoryEntry;
  list(accountId: string, page: Page): Promise<{ generations: GenerationRow[]; nextCursor: string | null }>;
  find(accountId: string, id: string): Promise<GenerationRow>;
  audio(accountId: string, id: string, range?: ByteRange): Promise<StoredObject>;
  words(accountId: string, id: string): Promise<{ text: string; words: TimedSpan[] }>;
  remove(accountId: string, id: string): Promise<void>;
  /** Lets go of sound, text and words that are older than 30 days. */
  sweep(): Promise<number>;
};

type Deps = { db: Db; storage: Storage; clock: Clock; log: Log; recordings: Pick<Recordings, 'forget'> };

const KEPT_MS = 30 * 24 * 3_600_000;
const SWEEP_BATCH = 200;

export function createHistory(deps: Deps): History {
  const { db, storage, clock, log } = deps;

  function open(accountId: string, format: AudioFormat): HistoryEntry {
    const now = clock.now();
    const id = uuidv7(now.getTime());
    const key = `history/${accountId}/${id}.${format}`;
    const contentType = CONTENT_TYPES[format];
    let writer: ObjectWriter | undefined;
    let audioKey: string | null = null;
    return {
      id,
      write(bytes) {
        writer ??= openObjectWriter(storage, key, contentType);
        return writer.write(bytes);
      },
      async keepAudio(whole) {
        try {
          await (whole ? storage.put(key, whole, { contentType, flush: 'later' }) : writer?.end());
          audioKey = key;
        } catch (err) {
          log.warn({ err }, 'the history keeps a generation without its sound');
        }
      },
      row: (one) => generationRow({ ...one, id, audioKey, textExcerpt: excerptOf(one.text), now }),
      async discard() {
        writer?.abandon();
        if (!audioKey) return;
        audioKey = null;
        await storage.delete(key).catch((err) => log.warn({ err, key }, 'sound without an entry is left'));
      },
    };
  }

  async function find(accountId: string, id: string): Promise<GenerationRow> {
    const found = isUuid(id) ? await findGeneration(db, accountId, id) : undefined;
    if (!found) throw new GenerationNotFound();
    return found;
  }

  async function clear({ account_id, audio_key, recording_key }: Leftovers): Promise<void> {
    if (audio_key) await storage.delete(audio_key);
    if (recording_key) await deps.recordings.forget(account_id, recording_key);
  }

  return {
    open,
    find,
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
      const { text, words } = (isUuid(id) && (await findWords(db, accountId, id))) || missing();
      if (text === null || words === null) throw new AudioGone();
      return { text, words };
    },
    async remove(accountId, id) {
      const removed = isUuid(id) ? await deleteGeneration(db, accountId, id) : undefined;
      await clear(removed ?? missing());
    },
    async sweep() {
      const oldest = new Date(clock.now().getTime() - KEPT_MS);
      const stripped = await stripBefore(db, oldest, SWEEP_BATCH);
      for (const one of stripped) await clear(one);
      return stripped.length;
    },
  };
}

function missing(): never {
  throw new GenerationNotFound();
}
