import { availableParallelism } from 'node:os';
import type { Log } from '../../../src/platform/log.ts';
import { createProcessPool } from '../../../src/platform/process-pool/index.ts';
import type { VoiceWeightFiles } from '../../speaker-embedding/index.ts';
import { speechFiles } from '../../speech/index.ts';
import { VoiceCloningNotInstalled } from '../errors.ts';
import type { Adapted, AdaptingConfig, AdaptingMethods, AdaptPayload, AdaptProgress } from './methods.ts';

export type AdaptingEngine = {
  /** A minute or two of work on all cores, at the lowest priority. */
  adapt(payload: AdaptPayload, options?: AdaptCallOptions): Promise<Adapted>;
  close(): Promise<void>;
};

export type AdaptCallOptions = {
  signal?: AbortSignal | undefined;
  /** `share` goes from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
};

export type AdaptingEngineOptions = {
  /** `findVoiceWeights` returns them. Null if not installed: requests fail with `VoiceCloningNotInstalled`. */
  weights: VoiceWeightFiles | null;
  /** Where `assembleKokoro` put the speech model. */
  modelsDir: string;
  log: Log;
};

const MIB = 1024 ** 2;
const MINUTE_MS = 60_000;
const MOST_THREADS = 4;

export function createAdaptingEngine({ weights, modelsDir, log }: AdaptingEngineOptions): AdaptingEngine {
  const threads = Math.min(MOST_THREADS, availableParallelism());
  const pool =
    weights &&
    createProcessPool<AdaptingMethods, AdaptingConfig>({
      name: 'voice-adapting',
      entry: new URL('./process.ts', import.meta.url),
      config: { weights, ...speechFiles(modelsDir), threads },
      size: 1,
      maxQueued: 16,
      // At the lowest priority on a busy machine. A call also waits for those before it.
      callDeadlineMs: 120 * MINUTE_MS,
      startDeadlineMs: 10 * MINUTE_MS,
      maxRssBytes: 2_000 * MIB,
      idleMs: MINUTE_MS,
      hangMs: 10 * MINUTE_MS,
      // A step takes seconds, and the call looks at its signal between two.
      cancelGraceMs: MINUTE_MS,
      log,
    });
  return {
    adapt: async (payload, { signal, onProgress } = {}) => {
      if (!pool) throw new VoiceCloningNotInstalled();
      const onReport = (value: unknown): void => onProgress?.((value as AdaptProgress).share);
      return pool.call('adapt', payload, { ...(signal && { signal }), onReport });
    },
    close: async () => {
      await pool?.close();
    },
  };
}
