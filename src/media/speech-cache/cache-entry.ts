import { encodePcm16 } from '../../engines/codec/index.ts';
import type { SpeechChunk } from '../../engines/speech/index.ts';
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

/** Without phonemes: only videos need them, and videos do not use the cache. */
export type CachedChunk = Omit<SpeechChunk, 'phonemes'>;

export type EntryDeps = { storage: Storage; clock: Clock; log: Log; sampleRate: number };

/** `voiceId` is that of a voice of the account, or null. */
export type EntryOwner = { accountId: string; key: string; voiceId: string | null };

/** Audio being written to the cache. If the store fails, this call is not affected and the next one is a miss. */
export class CacheEntry {
  /** Tracked by the caller. */
  readonly objectKey: string;
  readonly #deps: EntryDeps;
  readonly #accountId: string;
  readonly #key: string;
  readonly #voiceId: string | null;
  readonly #startedAt: Date;
  readonly #chunks: ChunkFacts[] = [];
  #writer: ObjectWriter | undefined;

  constructor(deps: EntryDeps, { accountId, key, voiceId }: EntryOwner, objectKey: string) {
    this.#deps = deps;
    this.#accountId = accountId;
    this.#key = key;
    this.#voiceId = voiceId;
    this.#startedAt = deps.clock.now();
    this.objectKey = objectKey;
  }

  async write(chunk: CachedChunk): Promise<void> {
    this.#writer ??= openObjectWriter(this.#deps.storage, this.objectKey, 'audio/pcm');
    await this.#writer.write(encodePcm16(chunk.samples));
    const { sentenceIndex, start, end, words, samples } = chunk;
    this.#chunks.push({ sentenceIndex, start, end, words, samples: samples.length });
  }

  /** Call after the last chunk. Returns the statements to run with the settlement; none if nothing was cached. */
  async finish(): Promise<readonly Rider[]> {
    const { clock, log, sampleRate } = this.#deps;
    const now = clock.now();
    try {
      if (now.getTime() - this.#startedAt.getTime() > MAX_ARRIVAL_MS) throw new Error('it took too long');
      const bytes = (await this.#writer?.end()) ?? 0;
      const owner = { key: this.#key, accountId: this.#accountId, voiceId: this.#voiceId };
      const facts = { ...owner, sampleRate, bytes, now };
      return insertCached({ ...facts, objectKey: this.objectKey, chunks: this.#chunks });
    } catch (err) {
      log.warn({ err }, 'speech was not cached');
      this.abandon();
      return [];
    }
  }

  abandon(): void {
    this.#writer?.abandon();
  }
}
