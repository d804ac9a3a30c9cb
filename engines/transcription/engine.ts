import { availableParallelism } from 'node:os';
import type { Log } from '../../src/platform/log.ts';
import { createProcessPool, type ProcessPool } from '../../src/platform/process-pool/index.ts';
import type { VoiceWeightFiles } from '../speaker-embedding/index.ts';
import {
  LanguageNotTranscribed,
  ModelNotInstalled,
  OnlyEnglish,
  SpeakersNotInstalled,
  TranscriptionNotInstalled,
  UnknownTranscriptionModel,
} from './errors.ts';
import type { RecogniserConfig, RecogniserMethods } from './methods.ts';
import {
  chooseModels,
  defaultModels,
  isEnglishModel,
  isLargerModel,
  LARGER_MODELS,
  MODELS,
} from './models.ts';
import { transcribeWith } from './transcribe.ts';
import type { TranscriptionEngine, TranscriptionRequest } from './types.ts';
import { type LargerWeights, NO_LARGER_WEIGHTS, type WeightFiles } from './weights.ts';
import { WHISPER_LANGUAGES } from './whisper/tokens.ts';

export type TranscriptionEngineOptions = {
  /** `findTranscriptionWeights` returns them. Null if not installed: requests fail with `TranscriptionNotInstalled`. */
  weights: WeightFiles | null;
  /** `findLargerWeights` returns them. Default: none. */
  larger?: LargerWeights;
  /** `findVoiceWeights` returns them. Without them, only requests for speaker labels fail. */
  voiceWeights?: VoiceWeightFiles | null;
  /** Default: one per two cores, at most `MAX_PROCESSES`. */
  processes?: number | undefined;
  log: Log;
};

const MIB = 1024 ** 2;
const MINUTE_MS = 60_000;
const DEADLINE_MS = 10 * MINUTE_MS;
/** A caller has only a few windows in the queue, so in effect this limits the callers. */
const MAX_QUEUED = 500;
const MAX_PROCESSES = 4;

export function createTranscriptionEngine(options: TranscriptionEngineOptions): TranscriptionEngine {
  const { weights, larger = NO_LARGER_WEIGHTS } = options;
  const size = options.processes ?? defaultProcesses();
  const pool = weights ? createPool(weights, larger, { ...options, size }) : null;
  const isInstalled = (model: string): boolean =>
    weights !== null && !(isLargerModel(model) && larger[model] === null);
  const defaults = defaultModels(LARGER_MODELS.filter(isInstalled), availableParallelism());

  function check({ language, model, task, speakers }: Omit<TranscriptionRequest, 'samples'>): void {
    if (language !== undefined && !WHISPER_LANGUAGES.includes(language))
      throw new LanguageNotTranscribed(language);
    if (model !== undefined) checkModel(model, { language, task });
    if (speakers && !options.voiceWeights) throw new SpeakersNotInstalled();
  }

  function checkModel(
    model: string,
    { language = 'en', task }: Pick<TranscriptionRequest, 'language' | 'task'>,
  ) {
    if (!MODELS.some((one) => one === model)) throw new UnknownTranscriptionModel();
    if (isEnglishModel(model) && (language !== 'en' || task === 'translate')) throw new OnlyEnglish(model);
    if (weights && isLargerModel(model) && !isInstalled(model))
      throw new ModelNotInstalled(model, MODELS.filter(isInstalled));
  }

  return {
    languages: WHISPER_LANGUAGES,
    models: MODELS.map((id) => ({
      id,
      installed: isInstalled(id),
      isDefault: id === defaults.english || id === defaults.anyLanguage,
    })),
    capabilities: { speakers: pool !== null && Boolean(options.voiceWeights), concurrency: size },
    status: () => pool?.state() ?? 'absent',
    figures: () => pool?.stats() ?? { busy: 0, queued: 0, restarts: 0 },
    check,
    async transcribe(request, { signal, deadlineMs = DEADLINE_MS, onProgress } = {}) {
      check(request);
      if (!pool) throw new TranscriptionNotInstalled();
      const endsAtMs = performance.now() + deadlineMs;
      const call = () => ({
        ...(signal && { signal }),
        deadlineMs: Math.max(1, endsAtMs - performance.now()),
      });
      return transcribeWith(
        {
          listen: (samples) => pool.call('listen', { samples }, call()),
          english: (payload) => pool.call('english', payload, call()),
          anyLanguage: (payload) => pool.call('anyLanguage', payload, call()),
          speakers: (payload) => pool.call('speakers', payload, call()),
          onProgress,
          hasTime: () => endsAtMs - performance.now() > deadlineMs / 2,
        },
        request,
        chooseModels(request.model, defaults),
      );
    },
    close: async () => {
      await pool?.close();
    },
  };
}

function defaultProcesses(): number {
  return Math.max(1, Math.min(MAX_PROCESSES, Math.floor(availableParallelism() / 2)));
}

function createPool(
  weights: WeightFiles,
  larger: LargerWeights,
  { size, voiceWeights, log }: TranscriptionEngineOptions & { size: number },
): ProcessPool<RecogniserMethods> {
  return createProcessPool<RecogniserMethods, RecogniserConfig>({
    name: 'transcription',
    entry: new URL('./process.ts', import.meta.url),
    config: {
      weights,
      larger,
      voiceWeights: voiceWeights ?? null,
      threads: Math.max(1, Math.floor(availableParallelism() / size)),
    },
    size,
    maxQueued: MAX_QUEUED,
    callDeadlineMs: 3 * MINUTE_MS,
    startDeadlineMs: MINUTE_MS,
    // A process may hold every model that was asked for.
    maxRssBytes: (larger['whisper-small'] ? 4_000 : 2_500) * MIB,
    // Frees the memory between occasional requests.
    idleMs: 5 * MINUTE_MS,
    // A model run blocks the event loop, so only the deadline detects a hang.
    hangMs: 5 * MINUTE_MS,
    log,
  });
}
