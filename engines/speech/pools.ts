import { availableParallelism, totalmem } from 'node:os';
import type { Log } from '../../src/platform/log.ts';
import { createProcessPool, type ProcessPool } from '../../src/platform/process-pool/index.ts';
import { type MarkSettings, markSettings } from '../watermark/index.ts';
import { defaultProcesses, threadsFor } from './capacity.ts';
import type { KokoroConfig, KokoroMethods } from './kokoro/methods.ts';
import type { LanguageMethods } from './phonemes/methods.ts';
import type { SpeechEngineStatus } from './types.ts';
import { speechFiles } from './weights.ts';

export type PoolsOptions = {
  /** Where `assembleKokoro` put the weights. */
  modelsDir: string;
  /** Defaults to what the machine can hold. */
  processes?: number | undefined;
  /** Absent: everything is marked. */
  marks?: MarkSettings;
  log: Log;
};

export type SpeechPools = {
  processes: number;
  /** Names how their sound is marked. */
  mark: string;
  language: ProcessPool<LanguageMethods>;
  kokoro: ProcessPool<KokoroMethods>;
  warm(): Promise<void>;
  status(): SpeechEngineStatus;
  figures(): { busy: number; queued: number; restarts: number };
  close(): Promise<void>;
};

const MIB = 1024 ** 2;
/** A caller has at most a few segments in the queue, so in effect this limits the callers. */
const MAX_QUEUED = 2_000;
/** Enough that a process never waits for its next call. */
const CALLS_PER_PROCESS = 4;

export function createPools({
  modelsDir,
  processes: requested,
  marks = markSettings(),
  log,
}: PoolsOptions): SpeechPools {
  const machine = { cores: availableParallelism(), memoryBytes: totalmem() };
  const processes = requested ?? defaultProcesses(machine);
  const language = createProcessPool<LanguageMethods>({
    name: 'language',
    entry: new URL('./language-process.ts', import.meta.url),
    config: undefined,
    size: 1,
    maxQueued: MAX_QUEUED,
    callDeadlineMs: 30_000,
    startDeadlineMs: 30_000,
    maxRssBytes: 1_000 * MIB,
    log,
  });
  const kokoro = createProcessPool<KokoroMethods, KokoroConfig>({
    name: 'kokoro',
    entry: new URL('./kokoro-process.ts', import.meta.url),
    config: {
      ...speechFiles(modelsDir),
      threads: threadsFor(processes, machine),
      marks: { embedder: marks.embedder },
    },
    size: processes,
    callsPerProcess: CALLS_PER_PROCESS,
    maxQueued: MAX_QUEUED,
    callDeadlineMs: 120_000,
    startDeadlineMs: 120_000,
    maxRssBytes: 2_500 * MIB,
    // A run of the model blocks the event loop of its process, so only the deadline may end it.
    hangMs: 300_000,
    // Others have calls there too, and between two windows it stops by itself.
    cancelGraceMs: 30_000,
    log,
  });
  return {
    processes,
    mark: marks.version,
    language,
    kokoro,
    warm: async () => {
      await Promise.all([language.warm(), kokoro.warm()]);
    },
    status: () => worst(language.state(), kokoro.state()),
    figures: () => {
      const { busy, queued, restarts } = kokoro.stats();
      return { busy, queued, restarts: restarts + language.stats().restarts };
    },
    close: async () => {
      await Promise.all([language.close(), kokoro.close()]);
    },
  };
}

const FROM_WORST: readonly SpeechEngineStatus[] = ['down', 'idle', 'starting', 'ready'];

function worst(...states: SpeechEngineStatus[]): SpeechEngineStatus {
  return FROM_WORST.find((state) => states.includes(state)) ?? 'down';
}
