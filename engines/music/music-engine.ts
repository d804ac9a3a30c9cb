import { availableParallelism } from 'node:os';
import type { Log } from '../../src/platform/log.ts';
import { createProcessPool, type PoolState, type PoolStats } from '../../src/platform/process-pool/index.ts';
import { sourceVersion } from '../../src/platform/source-version.ts';
import { fromPcm16, type Sound } from '../codec/index.ts';
import { type MarkSettings, markSettings } from '../watermark/index.ts';
import { MusicNotInstalled } from './errors.ts';
import type { inWholeSteps, StemName, WholeStereo } from './performance/stems.ts';
import { SAMPLE_RATE, type Stereo } from './performance/stereo.ts';
import type { Piece } from './plan.ts';
import type { MusicConfig, MusicFontFiles } from './weights.ts';

export type MusicEngine = {
  model: string;
  /** Another one may play the same piece differently. */
  version: string;
  status(): PoolState | 'absent';
  figures(): Pick<PoolStats, 'busy' | 'queued' | 'restarts'>;
  /** Stereo at 44.1 kHz and −16 LUFS, exactly as long as asked. The same piece gives the same samples. */
  play(piece: Piece, options: { signal: AbortSignal; deadlineMs?: number }): Promise<Sound>;
  /** Returns what `play` returns, and parts that sum to it sample by sample once all are encoded in 16 bits. */
  playStems(
    piece: Piece,
    options: { signal: AbortSignal; deadlineMs?: number },
  ): Promise<{ mix: LazySound; stems: readonly (LazySound & { name: StemName })[] }>;
  /** The notes of the same piece, as a MIDI file. */
  notate(piece: Piece, options: { signal: AbortSignal; deadlineMs?: number }): Promise<Buffer>;
  close(): Promise<void>;
};

/** Opened when it is encoded: six stems at once in memory would be 50 MB. */
export type LazySound = { open(): Sound };

export type MusicMethods = {
  play(piece: Piece): Stereo;
  playStems(piece: Piece): ReturnType<typeof inWholeSteps>;
  notate(piece: Piece): Uint8Array;
};

/** Each holds about 350 MB of samples. */
const MAX_PROCESSES = 4;

export const MUSIC_MODEL = 'vox-composer';

const MIB = 1024 ** 2;
const MINUTE_MS = 60_000;

export function createMusicEngine({
  files,
  marks = markSettings(),
  log,
}: {
  /** `findMusicFont` returns them. Null if not installed: `play` then fails with `MusicNotInstalled`. */
  files: MusicFontFiles | null;
  marks?: MarkSettings;
  log: Log;
}): MusicEngine {
  const pool = files && createPool({ ...files, marks: { embedder: marks.embedder } }, log);
  return {
    model: MUSIC_MODEL,
    version: `${sourceVersion(import.meta.url, ['.', '../dsp', '../codec'])}-${marks.version}`,
    status: () => pool?.state() ?? 'absent',
    figures: () => pool?.stats() ?? { busy: 0, queued: 0, restarts: 0 },
    async play(piece, options) {
      if (!pool) throw new MusicNotInstalled();
      const { left, right } = await pool.call('play', piece, options);
      return { channels: [left, right], sampleRate: SAMPLE_RATE };
    },
    async playStems(piece, options) {
      if (!pool) throw new MusicNotInstalled();
      const { mix, stems } = await pool.call('playStems', piece, options);
      return { mix: lazy(mix), stems: stems.map((stem) => ({ ...lazy(stem), name: stem.name })) };
    },
    async notate(piece, options) {
      if (!pool) throw new MusicNotInstalled();
      return Buffer.from(await pool.call('notate', piece, options));
    },
    close: async () => {
      await pool?.close();
    },
  };
}

function lazy({ left, right }: WholeStereo): LazySound {
  return { open: () => ({ channels: [fromPcm16(left), fromPcm16(right)], sampleRate: SAMPLE_RATE }) };
}

function createPool(config: MusicConfig, log: Log) {
  return createProcessPool<MusicMethods, MusicConfig>({
    name: 'music',
    entry: new URL('./process.ts', import.meta.url),
    config,
    size: Math.max(1, Math.min(MAX_PROCESSES, Math.floor(availableParallelism() / 2))),
    maxQueued: 50,
    callDeadlineMs: MINUTE_MS,
    startDeadlineMs: MINUTE_MS / 2,
    maxRssBytes: 900 * MIB,
    // A piece is one synchronous step, and a loaded machine takes several seconds for it.
    hangMs: MINUTE_MS,
    cancelGraceMs: MINUTE_MS / 4,
    idleMs: 2 * MINUTE_MS,
    log,
  });
}
