import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { domainError } from '../../../src/platform/errors.ts';
import type { Log } from '../../../src/platform/log.ts';
import { createProcessPool, type ProcessPool } from '../../../src/platform/process-pool/index.ts';
import { type Samples, sourceOf } from '../sample-source.ts';
import { copySteps, emptySteps, type LipSteps } from './layout.ts';
import { measureGain } from './level.ts';
import { createLiveLips, type LiveLips } from './live-lips.ts';
import type { LipsConfig, LipsMethods } from './methods.ts';
import { samplesOf, windowsOf } from './windows.ts';

const LipsNotInstalled = domainError(
  'unavailable',
  'engine_unavailable',
  'The neural lip-sync weights are not installed on this server.',
);

export type LipsEngine = {
  /** `absent`: the weights are missing, so the model must not be offered. */
  status(): 'absent' | 'idle' | 'starting' | 'ready' | 'down';
  /** Starts its process for who will soon have something to analyse. */
  warm(): Promise<void>;
  /** Analyses 16 kHz audio. */
  analyse(samples: Samples, options?: { signal?: AbortSignal | undefined }): Promise<LipSteps>;
  /** Analyses 16 kHz audio that is still arriving. */
  listen(): LiveLips;
  close(): Promise<void>;
};

export type LipsEngineOptions = {
  /** Default: the built-in model. */
  modelFile?: string | undefined;
  log: Log;
};

export const MODEL_FILE = fileURLToPath(new URL('../../../assets/visemes/vox-lips.onnx', import.meta.url));
const MIB = 1024 ** 2;
const MINUTE_MS = 60_000;
const MAX_QUEUED = 500;

export function createLipsEngine({ modelFile = MODEL_FILE, log }: LipsEngineOptions): LipsEngine {
  const pool = existsSync(modelFile) ? createPool(modelFile, log) : null;

  function analyseWindow(samples: Float32Array, signal?: AbortSignal): Promise<LipSteps> {
    if (!pool) throw new LipsNotInstalled();
    return pool.call('analyse', { samples }, { ...(signal && { signal }) });
  }

  return {
    status: () => pool?.state() ?? 'absent',
    async warm() {
      await pool?.warm();
    },
    async analyse(samples, { signal } = {}) {
      const source = sourceOf(samples);
      const gain = await measureGain(source);
      const windows = windowsOf(source.length);
      const whole = emptySteps(2 * (windows.at(-1)?.keepTo ?? 0));
      for (const window of windows) {
        const sound = await samplesOf(source, window);
        const lips = await analyseWindow(
          sound.map((sample) => sample * gain),
          signal,
        );
        const skipped = 2 * (window.keepFrom - window.fromPair);
        const kept = 2 * (window.keepTo - window.keepFrom);
        copySteps(whole, 2 * window.keepFrom, lips, skipped, skipped + kept);
      }
      return whole;
    },
    listen: () => createLiveLips(analyseWindow),
    close: async () => {
      await pool?.close();
    },
  };
}

function createPool(modelFile: string, log: Log): ProcessPool<LipsMethods> {
  return createProcessPool<LipsMethods, LipsConfig>({
    name: 'lips',
    entry: new URL('./process.ts', import.meta.url),
    config: { modelFile },
    size: 1,
    maxQueued: MAX_QUEUED,
    callDeadlineMs: MINUTE_MS,
    startDeadlineMs: MINUTE_MS,
    maxRssBytes: 500 * MIB,
    // Frees the memory between occasional videos.
    idleMs: 5 * MINUTE_MS,
    log,
  });
}
