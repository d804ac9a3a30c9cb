import type { Log } from '../../platform/log.ts';
import { createProcessPool } from '../../platform/process-pool/index.ts';
import type { Sound } from '../codec/index.ts';
import { MusicNotInstalled } from './errors.ts';
import { SAMPLE_RATE, type Stereo } from './performance/stereo.ts';
import type { Piece } from './plan.ts';
import type { MusicConfig, MusicFontFiles } from './weights.ts';

export type MusicEngine = {
  model: string;
  status(): 'ready' | 'absent';
  /** Stereo at 44.1 kHz and −16 LUFS, exactly as long as asked. The same piece gives the same samples. */
  play(piece: Piece, options: { signal: AbortSignal; deadlineMs?: number }): Promise<Sound>;
  /** The notes of the same piece, as a MIDI file. */
  notate(piece: Piece, options: { signal: AbortSignal; deadlineMs?: number }): Promise<Buffer>;
  close(): Promise<void>;
};

export type MusicMethods = { play(piece: Piece): Stereo; notate(piece: Piece): Uint8Array };

export const MUSIC_MODEL = 'vox-composer';

const MIB = 1024 ** 2;
const MINUTE_MS = 60_000;

export function createMusicEngine({
  files,
  log,
}: {
  /** From `findMusicFont`. Null if not installed: `play` then fails with `MusicNotInstalled`. */
  files: MusicFontFiles | null;
  log: Log;
}): MusicEngine {
  const pool = files && createPool(files, log);
  return {
    model: MUSIC_MODEL,
    status: () => (pool ? 'ready' : 'absent'),
    async play(piece, options) {
      if (!pool) throw new MusicNotInstalled();
      const { left, right } = await pool.call('play', piece, options);
      return { channels: [left, right], sampleRate: SAMPLE_RATE };
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

function createPool(files: MusicFontFiles, log: Log) {
  return createProcessPool<MusicMethods, MusicConfig>({
    name: 'music',
    entry: new URL('./process.ts', import.meta.url),
    config: files,
    size: 1,
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
