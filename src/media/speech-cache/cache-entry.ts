import { encodePcm16 } from '../../engines/codec/index.ts';
import type { SpeechChunk } from '../../engines/speech/index.ts';
import type { Rider } from '../../money/ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import {
  MAX_ARRIVAL_MS,
  type ObjectWriter,
  openObjectWriter,
  type Storage,
} from '../../platform/storage/index.ts';
import { type ChunkFacts, insertCached } from './queries.ts';

/** Phonemes are left out: mouth tracks are made while the engine speaks, never from the cache. */
export type CachedChunk = Omit<SpeechChunk, 'phonemes'>;

export type EntryDeps = { storage: Storage; clock: Clock; log: Log; sampleRate: number };

/** Audio on its way into the cache. A store that fails costs the next caller time, and this one nothing. */
export class CacheEntry {
  /** To be tracked before the first `write`. */
  readonly objectKey: string;
  readonly #deps: EntryDeps;
  readonly #accountId: string;
  readonly #key: string;
  readonly #startedAt: Date;
  readonly #chunks: ChunkFacts[] = [];
  #writer: ObjectWriter | undefined;

  constructor(deps: EntryDeps, accountId: string, key: string) {
    this.#deps = deps;
    this.#accountId = accountId;
    this.#key = key;
    this.#startedAt = deps.clock.now();
    this.objectKey = `speech-cache/${accountId}/${uuidv7(this.#startedAt.getTime())}.pcm`;
  }

  async write(chunk: CachedChunk): Promise<void> {
    this.#writer ??= openObjectWriter(this.#deps.storage, this.objectKey, 'audio/pcm');
    await this.#writer.write(encodePcm16(chunk.samples));
    const { sentenceIndex, start, end, words, samples } = chunk;
    this.#chunks.push({ sentenceIndex, start, end, words, samples: samples.length });
  }

  /** After the last chunk: what the settlement is to write. */
  async finish(): Promise<readonly Rider[]> {
    const { clock, log, sampleRate } = this.#deps;
    const now = clock.now();
    try {
      if (now.getTime() - this.#startedAt.getTime() > MAX_ARRIVAL_MS) throw new Error('it took too long');
      const bytes = (await this.#writer?.end()) ?? 0;
      const facts = { key: this.#key, accountId: this.#accountId, sampleRate, bytes, now };
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
