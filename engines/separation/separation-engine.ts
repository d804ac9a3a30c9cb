import type { Log } from '../../src/platform/log.ts';
import { createProcessPool } from '../../src/platform/process-pool/index.ts';
import type { SeparationMethod, SeparationRequest } from './types.ts';
import type { SeparationConfig, SeparationWeightFiles } from './weights.ts';

export type SeparationEngine = {
  /** The way in which `removeSpeech` works: without weights, it can only duck. */
  method: SeparationMethod;
  /** Takes the speech out of a sound. The same sound gives the same result. */
  removeSpeech(
    request: SeparationRequest,
    options: { signal: AbortSignal; onProgress?: (share: number) => void },
  ): Promise<void>;
  close(): Promise<void>;
};

export type SeparationMethods = { removeSpeech(request: SeparationRequest): void };

const MIB = 1024 ** 2;
const MINUTE_MS = 60_000;

export function createSeparationEngine({
  weights,
  log,
}: {
  /** `findSeparationWeights` returns them. Null if not installed. */
  weights: SeparationWeightFiles | null;
  log: Log;
}): SeparationEngine {
  const pool = createProcessPool<SeparationMethods, SeparationConfig>({
    name: 'separation',
    entry: new URL('./process.ts', import.meta.url),
    config: { weights },
    size: 1,
    maxQueued: 50,
    callDeadlineMs: 30 * MINUTE_MS,
    startDeadlineMs: MINUTE_MS / 2,
    maxRssBytes: 500 * MIB,
    // A piece is one synchronous step, and a loaded machine takes seconds for it.
    hangMs: MINUTE_MS,
    idleMs: MINUTE_MS,
    log,
  });
  return {
    method: weights ? 'separated' : 'ducked',
    removeSpeech: (request, { signal, onProgress }) =>
      pool.call('removeSpeech', request, { signal, onReport: (share) => onProgress?.(Number(share)) }),
    close: () => pool.close(),
  };
}
