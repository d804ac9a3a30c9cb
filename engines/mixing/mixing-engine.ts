import type { Log } from '../../src/platform/log.ts';
import { createProcessPool } from '../../src/platform/process-pool/index.ts';
import type { Mixed, MixRequest } from './types.ts';

export type MixingEngine = {
  /**
   * Lays speech over a background. Lines are as loud as those that they replace, and the whole is as loud as the original,
   * with its true peak at −1 dB at the most.
   */
  mix(
    request: MixRequest,
    options: { signal: AbortSignal; onProgress?: (share: number) => void },
  ): Promise<Mixed>;
  close(): Promise<void>;
};

export type MixingMethods = { mix(request: MixRequest): Mixed };

const MIB = 1024 ** 2;
const MINUTE_MS = 60_000;

/** Works in a process of its own, since half an hour of film takes a minute or two of arithmetic. */
export function createMixingEngine({ log }: { log: Log }): MixingEngine {
  const pool = createProcessPool<MixingMethods>({
    name: 'mixing',
    entry: new URL('./process.ts', import.meta.url),
    config: undefined,
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
    mix: (request, { signal, onProgress }) =>
      pool.call('mix', request, { signal, onReport: (share) => onProgress?.(Number(share)) }),
    close: () => pool.close(),
  };
}
