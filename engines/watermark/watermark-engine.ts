import type { Log } from '../../src/platform/log.ts';
import {
  type ConfigOf,
  createProcessPool,
  object,
  orNull,
  type PoolState,
  type PoolStats,
  text,
} from '../../src/platform/process-pool/index.ts';
import type { Sound } from '../codec/index.ts';
import { hear } from './hear.ts';
import { type MarkSettings, markSettings } from './marks.ts';
import { type Evidence, judge, type MarkVerdict } from './verdict.ts';

export const WATERMARK_CONFIG = object({ embedder: orNull(text) });
export type WatermarkConfig = ConfigOf<typeof WATERMARK_CONFIG>;

export type WatermarkMethods = {
  detect(payload: { sound: Float32Array }): Evidence;
  mark(payload: { samples: Float32Array }): Float32Array;
  markWhole(payload: Sound): Float32Array[];
};

/** Finds marks, and marks speech that a worker's own engine made. Our engines mark what they make themselves. */
export type WatermarkEngine = {
  /** Null: this engine marks nothing. */
  readonly markVersion: string | null;
  status(): PoolState;
  figures(): Pick<PoolStats, 'busy' | 'queued' | 'restarts'>;
  /** A mono sound in pieces of any size. An hour takes no more memory than half a minute. */
  detect(
    pieces: AsyncIterable<Float32Array> | Iterable<Float32Array>,
    options: { sampleRate: number; signal?: AbortSignal },
  ): Promise<MarkVerdict>;
  /** Mono, 24 kHz. */
  mark(samples: Float32Array, options: { signal?: AbortSignal }): Promise<Float32Array>;
  /** Any rate and channels, as music and effects are marked. */
  markWhole(sound: Sound, options: { signal?: AbortSignal }): Promise<Float32Array[]>;
  close(): Promise<void>;
};

const MIB = 1024 ** 2;
const MINUTE_MS = 60_000;

export function createWatermarkEngine({
  marks: { embedder, version } = markSettings(),
  log,
}: {
  marks?: MarkSettings;
  log: Log;
}): WatermarkEngine {
  const pool = createProcessPool<WatermarkMethods, WatermarkConfig>({
    name: 'watermark',
    entry: new URL('./process.ts', import.meta.url),
    config: { embedder },
    size: 1,
    maxQueued: 200,
    // A call is 40 seconds of sound at the most.
    callDeadlineMs: MINUTE_MS,
    startDeadlineMs: MINUTE_MS / 2,
    maxRssBytes: 500 * MIB,
    hangMs: MINUTE_MS / 2,
    idleMs: 2 * MINUTE_MS,
    log,
  });
  return {
    markVersion: embedder === null ? null : version,
    status: () => pool.state(),
    figures: () => pool.stats(),
    async detect(pieces, { sampleRate, ...call }) {
      return judge(await hear(pieces, sampleRate, (sound) => pool.call('detect', { sound }, call)));
    },
    mark: (samples, call) => pool.call('mark', { samples }, call),
    markWhole: (sound, call) => pool.call('markWhole', sound, call),
    close: () => pool.close(),
  };
}
