import { encodePcm16 } from '../../engines/codec/index.ts';
import type { SpeechChunk, SpeechEngine, SynthesisRequest } from '../../engines/speech/index.ts';
import type { Rider } from '../../money/ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log.ts';
import { type ObjectWriter, openObjectWriter, type Storage } from '../../platform/storage/index.ts';
import { objectKey, readPcm } from './pcm-object.ts';
import {
  type ChunkFacts,
  deleteRecording,
  evictRecordings,
  type RecordingRow,
  recordingRow,
  useRecording,
} from './queries.ts';
import { recordingKey } from './recording-key.ts';

/** What is kept of a chunk: mouth shapes are made from phonemes at once, never from a recording. */
export type RecordedChunk = Omit<SpeechChunk, 'phonemes'>;

export type Speaking = {
  cache: 'hit' | 'miss';
  key: string;
  /** As the engine gave them, now or earlier; to stop reading is to cancel. */
  chunks: AsyncIterable<RecordedChunk>;
  /** To be called after the last chunk; gives what is to ride on the settlement. A store that fails costs the next
   * caller time, not this one the sound. */
  keep(): Promise<readonly Rider[]>;
};

export type Recordings = {
  /** Makes the sound, or plays what was kept when the account asked for the same before. */
  speak(accountId: string, request: SynthesisRequest, options: SpeakOptions): Promise<Speaking>;
  /** Forgets it, unless a generation still refers to it. */
  forget(accountId: string, key: string): Promise<void>;
  /** Makes room: the least recently used go first. */
  evict(): Promise<number>;
};

type SpeakOptions = { signal: AbortSignal; deadlineMs: number };
type Deps = { db: Db; storage: Storage; clock: Clock; log: Log; engine: SpeechEngine; maxBytes: number };

const EVICTION_BATCH = 200;

export function createRecordings(deps: Deps): Recordings {
  const { db, storage, clock, log, engine } = deps;

  async function replay(accountId: string, key: string): Promise<AsyncIterable<RecordedChunk> | null> {
    try {
      const row = await useRecording(db, accountId, key, clock.now());
      const lengths = row?.chunks.map(({ samples }) => samples);
      const pieces = lengths && (await readPcm(storage, key, lengths));
      return row && pieces ? joined(row, pieces) : null;
    } catch (err) {
      log.warn({ err }, 'a recording could not be read; it is made again');
      return null;
    }
  }

  function record(accountId: string, key: string, request: SynthesisRequest, options: SpeakOptions) {
    const facts: ChunkFacts[] = [];
    let writer: ObjectWriter | undefined;
    async function* recorded(): AsyncGenerator<RecordedChunk> {
      let whole = false;
      writer = openObjectWriter(storage, objectKey(key), 'audio/pcm');
      try {
        for await (const { phonemes: _, ...chunk } of engine.synthesize(request, options)) {
          await writer.write(encodePcm16(chunk.samples));
          facts.push({ ...chunk, samples: chunk.samples.length });
          yield chunk;
        }
        whole = true;
      } finally {
        if (!whole) writer.abandon();
      }
    }
    async function keep(): Promise<readonly Rider[]> {
      try {
        const bytes = (await writer?.end()) ?? 0;
        const { sampleRate } = engine.capabilities;
        return [recordingRow({ key, accountId, sampleRate, bytes, chunks: facts, now: clock.now() })];
      } catch (err) {
        log.warn({ err }, 'a recording could not be kept');
        return [];
      }
    }
    return { chunks: recorded(), keep };
  }

  return {
    async speak(accountId, request, options) {
      const key = recordingKey(accountId, engine.capabilities.model, request);
      const chunks = deps.maxBytes > 0 ? await replay(accountId, key) : null;
      if (chunks) return { cache: 'hit', key, chunks, keep: async () => [] };
      return { cache: 'miss', key, ...record(accountId, key, request, options) };
    },
    async forget(accountId, key) {
      if (await deleteRecording(db, accountId, key)) await storage.delete(objectKey(key));
    },
    async evict() {
      const keys = await evictRecordings(db, deps.maxBytes, EVICTION_BATCH);
      for (const key of keys) await storage.delete(objectKey(key));
      return keys.length;
    },
  };
}

async function* joined(
  row: RecordingRow,
  pieces: AsyncGenerator<Float32Array>,
): AsyncGenerator<RecordedChunk> {
  let index = 0;
  for await (const samples of pieces) {
    const facts = row.chunks[index++];
    if (facts) yield { ...facts, samples };
  }
}
