import { encodePcm16 } from '../../../engines/codec/index.ts';
import type { SpeechChunk } from '../../../engines/speech/index.ts';
import type { Rider } from '../../money/ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import {
  MAX_ARRIVAL_MS,
  type ObjectWriter,
  openObjectWriter,
  type Storage,
} from '../../platform/storage/index.ts';
import { type ChunkFacts, insertCached } from './queries.ts';

const BYTES_PER_SAMPLE = 2;

/** The cache drops phonemes: only videos need them, and videos do not use the cache. */
export type CachedChunk = Omit<SpeechChunk, 'phonemes'>;

export type EntryDeps = { storage: Storage; clock: Clock; log: Log; sampleRate: number };

/** `voiceId` is that of a voice of the account, or null. */
export type EntryOwner = { accountId: string; key: string; voiceId: string | null };

/** The file of a history entry; its samples follow after `headerBytes`. */
export type HistoryFile = { objectKey: string; headerBytes: number };

type OwnObject = { objectKey: string; headerBytes: null };

/** Audio being written to the cache. If the store fails, this call is not affected and the next one is a miss. */
export class CacheEntry {
  /** Tracked by the caller. */
  readonly objectKey: string;
  readonly #headerBytes: number | null;
  readonly #deps: EntryDeps;
  readonly #accountId: string;
  readonly #key: string;
  readonly #voiceId: string | null;
  readonly #startedAt: Date;
  readonly #chunks: ChunkFacts[] = [];
  #samples = 0;
  #writer: ObjectWriter | undefined;

  constructor(deps: EntryDeps, { accountId, key, voiceId }: EntryOwner, place: HistoryFile | OwnObject) {
    this.#deps = deps;
    this.#accountId = accountId;
    this.#key = key;
    this.#voiceId = voiceId;
    this.#startedAt = deps.clock.now();
    this.objectKey = place.objectKey;
    this.#headerBytes = place.headerBytes;
  }

  async write(chunk: CachedChunk): Promise<void> {
    const { sentenceIndex, start, end, words, samples } = chunk;
    this.#chunks.push({ sentenceIndex, start, end, words, samples: samples.length });
    this.#samples += samples.length;
    if (this.#headerBytes !== null) return;
    this.#writer ??= openObjectWriter(this.#deps.storage, this.objectKey, 'audio/pcm');
    await this.#writer.write(encodePcm16(samples));
  }

  /** Call after the last chunk. Returns the row to write with the settlement; null if nothing was cached. */
  async finish(): Promise<Rider | null> {
    const { clock, log, sampleRate } = this.#deps;
    const now = clock.now();
    try {
      if (now.getTime() - this.#startedAt.getTime() > MAX_ARRIVAL_MS) throw new Error('it took too long');
      await this.#writer?.end();
      const bytes = this.#samples * BYTES_PER_SAMPLE;
      const owner = { key: this.#key, accountId: this.#accountId, voiceId: this.#voiceId };
      const facts = { ...owner, sampleRate, bytes, now };
      const place = { objectKey: this.objectKey, headerBytes: this.#headerBytes };
      return insertCached({ ...facts, ...place, chunks: this.#chunks });
    } catch (err) {
      log.warn({ err }, 'speech was not cached');
      this.abandon();
      return null;
    }
  }

  /** Whether there is anything to read from the file of the history. */
  canRead(isFileStored: boolean): boolean {
    return this.#headerBytes === null || (isFileStored && this.#samples > 0);
  }

  abandon(): void {
    this.#writer?.abandon();
  }
}
