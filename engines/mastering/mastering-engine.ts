import type { Log } from '../../src/platform/log.ts';
import { createProcessPool } from '../../src/platform/process-pool/index.ts';
import type { Sound } from '../codec/index.ts';
import { type MarkConfig, type MarkSettings, markSettings } from '../watermark/index.ts';
import { type MasteringRules, SAMPLE_RATE } from './master.ts';

export type MasteringEngine = {
  /** A sound that another engine made, brought to the rules. Stereo at 44.1 kHz. */
  master(sound: Sound, rules: MasteringRules, options: { signal: AbortSignal }): Promise<Sound>;
  close(): Promise<void>;
};

export type MasteringMethods = { master(payload: { sound: Sound; rules: MasteringRules }): Float32Array[] };

const MIB = 1024 ** 2;
const MINUTE_MS = 60_000;

/** Works in a process of its own, since 20 seconds of sound take a second of arithmetic. */
export function createMasteringEngine({
  marks = markSettings(),
  log,
}: {
  marks?: MarkSettings;
  log: Log;
}): MasteringEngine {
  const pool = createProcessPool<MasteringMethods, MarkConfig>({
    name: 'mastering',
    entry: new URL('./process.ts', import.meta.url),
    config: { embedder: marks.embedder },
    size: 1,
    maxQueued: 50,
    callDeadlineMs: MINUTE_MS / 2,
    startDeadlineMs: MINUTE_MS / 2,
    maxRssBytes: 400 * MIB,
    idleMs: 2 * MINUTE_MS,
    log,
  });
  return {
    async master(sound, rules, options) {
      return { channels: await pool.call('master', { sound, rules }, options), sampleRate: SAMPLE_RATE };
    },
    close: () => pool.close(),
  };
}
