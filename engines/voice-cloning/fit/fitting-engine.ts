import { availableParallelism } from 'node:os';
import type { Log } from '../../../src/platform/log.ts';
import { createProcessPool } from '../../../src/platform/process-pool/index.ts';
import type { VoiceWeightFiles } from '../../speaker-embedding/index.ts';
import { VoiceCloningNotInstalled } from '../errors.ts';
import type { FittingConfig, FittingMethods, Slope, SlopePayload } from './methods.ts';

export type FittingEngine = {
  /** One step of a fitting: seconds of work on all cores, at low priority. */
  analyse(payload: SlopePayload, signal?: AbortSignal): Promise<Slope>;
  close(): Promise<void>;
};

export type FittingEngineOptions = {
  /** `findVoiceWeights` returns them. Null if not installed: requests fail with `VoiceCloningNotInstalled`. */
  weights: VoiceWeightFiles | null;
  /** Folder in which the operator may have put the published speech model. */
  modelsDir: string;
  log: Log;
};

const MIB = 1024 ** 2;
const MINUTE_MS = 60_000;
const MOST_THREADS = 4;

export function createFittingEngine({ weights, modelsDir, log }: FittingEngineOptions): FittingEngine {
  const pool =
    weights &&
    createProcessPool<FittingMethods, FittingConfig>({
      name: 'voice-fitting',
      entry: new URL('./process.ts', import.meta.url),
      config: { weights, modelsDir, threads: Math.min(MOST_THREADS, availableParallelism()) },
      size: 1,
      maxQueued: 16,
      // Every running fitting has one step queued here, and waits for the steps of the others.
      callDeadlineMs: 10 * MINUTE_MS,
      startDeadlineMs: 5 * MINUTE_MS,
      maxRssBytes: 3_500 * MIB,
      idleMs: MINUTE_MS,
      hangMs: 5 * MINUTE_MS,
      log,
    });
  return {
    analyse: async (payload, signal) => {
      if (!pool) throw new VoiceCloningNotInstalled();
      return pool.call('analyse', payload, signal ? { signal } : {});
    },
    close: async () => {
      await pool?.close();
    },
  };
}
