import { domainError } from '../../src/platform/errors.ts';
import type { Log } from '../../src/platform/log.ts';
import { createProcessPool, type PoolState, type PoolStats } from '../../src/platform/process-pool/index.ts';
import type { Scored, SileroMemory } from './silero.ts';
import { createVoiceStream, type VoiceStream } from './voice-stream.ts';
import type { VoiceActivityConfig, VoiceActivityWeightFiles } from './weights.ts';

export const VoiceActivityNotInstalled = domainError(
  'unavailable',
  'engine_unavailable',
  'Voice detection is not installed on this server.',
);

export type VoiceActivityEngine = {
  status(): PoolState | 'absent';
  figures(): Pick<PoolStats, 'busy' | 'queued' | 'restarts'>;
  /** One for each caller. They share the model; what it remembers of a caller is in the stream. */
  open(): VoiceStream;
  /** Resolves when sound can be heard without waiting. */
  warm(): Promise<void>;
  close(): Promise<void>;
};

export type VoiceActivityMethods = {
  score(payload: { samples: Float32Array; memory: SileroMemory }): Scored;
};

const MIB = 1024 ** 2;
const MINUTE_MS = 60_000;

export function createVoiceActivityEngine({
  weights,
  log,
}: {
  /** `findVoiceActivityWeights` returns them. Null if not installed: `open` fails with `VoiceActivityNotInstalled`. */
  weights: VoiceActivityWeightFiles | null;
  log: Log;
}): VoiceActivityEngine {
  const pool =
    weights &&
    createProcessPool<VoiceActivityMethods, VoiceActivityConfig>({
      name: 'voice-activity',
      entry: new URL('./process.ts', import.meta.url),
      config: weights,
      // A caller takes about 0.7 % of a core.
      size: 1,
      // A stream has one call at a time, so in effect this limits the callers.
      maxQueued: 1_000,
      callDeadlineMs: MINUTE_MS / 4,
      startDeadlineMs: MINUTE_MS / 2,
      maxRssBytes: 400 * MIB,
      idleMs: 5 * MINUTE_MS,
      log,
    });
  return {
    status: () => pool?.state() ?? 'absent',
    figures: () => pool?.stats() ?? { busy: 0, queued: 0, restarts: 0 },
    open() {
      if (!pool) throw new VoiceActivityNotInstalled();
      return createVoiceStream((samples, memory) => pool.call('score', { samples, memory }));
    },
    warm: async () => pool?.warm(),
    close: async () => pool?.close(),
  };
}
