import { domainError } from '../../src/platform/errors.ts';
import type { Log } from '../../src/platform/log.ts';
import { createProcessPool } from '../../src/platform/process-pool/index.ts';
import { joinSamples } from '../dsp/index.ts';
import type { DenoisingConfig, DenoisingWeightFiles } from './weights.ts';

export const DenoisingNotInstalled = domainError(
  'unavailable',
  'engine_unavailable',
  'Noise removal is not installed on this server.',
);

export type DenoisingEngine = {
  /** Removes background noise. Mono, 16 kHz; the result has the same length. The same sound gives the same result. */
  clean(samples: Float32Array, signal?: AbortSignal): Promise<Float32Array>;
  close(): Promise<void>;
};

export type DenoisingMethods = { denoise(payload: { samples: Float32Array }): Float32Array };

const RATE = 16_000;
/** One call each, so that long recordings can be cancelled and no message is large. */
const PIECE = 10 * RATE;
/** Heard before each piece, and then dropped: the network has to get used to the noise. */
const LEAD = RATE / 2;
/** Level at which the network hears everything: it takes a very quiet voice for noise. */
const HEARD_RMS = 0.06;
const MIB = 1024 ** 2;
const MINUTE_MS = 60_000;

export function createDenoisingEngine({
  weights,
  log,
}: {
  /** `findDenoisingWeights` returns them. Null if not installed: `clean` then fails with `DenoisingNotInstalled`. */
  weights: DenoisingWeightFiles | null;
  log: Log;
}): DenoisingEngine {
  const pool = weights && createPool(weights, log);
  return {
    async clean(samples, signal) {
      if (!pool) throw new DenoisingNotInstalled();
      const gain = HEARD_RMS / Math.max(1e-6, rmsOf(samples));
      const pieces: Float32Array[] = [];
      for (let at = 0; at < samples.length; at += PIECE) {
        const from = Math.max(0, at - LEAD);
        const heard = samples.subarray(from, at + PIECE).map((sample) => sample * gain);
        const cleaned = await pool.call('denoise', { samples: heard }, signal ? { signal } : {});
        pieces.push(cleaned.subarray(at - from).map((sample) => sample / gain));
      }
      return joinSamples(pieces);
    },
    close: async () => {
      await pool?.close();
    },
  };
}

function createPool(weights: DenoisingWeightFiles, log: Log) {
  return createProcessPool<DenoisingMethods, DenoisingConfig>({
    name: 'denoising',
    entry: new URL('./process.ts', import.meta.url),
    config: weights,
    size: 1,
    maxQueued: 100,
    callDeadlineMs: MINUTE_MS,
    startDeadlineMs: MINUTE_MS / 2,
    maxRssBytes: 500 * MIB,
    idleMs: MINUTE_MS,
    log,
  });
}

function rmsOf(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length));
}
