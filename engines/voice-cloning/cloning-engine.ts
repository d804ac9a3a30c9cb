import type { Log } from '../../src/platform/log.ts';
import { createProcessPool } from '../../src/platform/process-pool/index.ts';
import type { VoiceFeatures, VoiceWeightFiles } from '../speaker-embedding/index.ts';
import { VoiceCloningNotInstalled } from './errors.ts';
import type { Descent } from './match/descend.ts';
import { type NearVoice, nearestVoices } from './match/nearest-voice.ts';
import { measuredPresets, presetStyles } from './match/presets.ts';
import type { CloningConfig, CloningMethods, Recording, Sample } from './methods.ts';
import type { SampleReport } from './samples/report.ts';

export type CloningEngine = {
  /** Measures whether a voice can be cloned from a sample. */
  check(sample: Sample, signal?: AbortSignal): Promise<SampleReport>;
  analyse(recording: Recording, signal?: AbortSignal): Promise<VoiceFeatures>;
  /** Style that the encoder finds in a 16 kHz recording. */
  encode(samples: Float32Array, signal?: AbortSignal): Promise<Float32Array>;
  styleOfPrint(features: VoiceFeatures, signal?: AbortSignal): Promise<Float32Array>;
  descend(descent: Descent, signal?: AbortSignal): Promise<{ style: Float32Array; predicted: Float32Array }>;
  /** Presets, most similar first. */
  nearestVoices(print: Float32Array): Promise<NearVoice[]>;
  /** Styles of the presets: they define the spread of voices. */
  voiceStyles(): Promise<Float32Array[]>;
  close(): Promise<void>;
};

const MIB = 1024 ** 2;
const MINUTE_MS = 60_000;
/** Used when the pitch is unknown: between typical female and male pitch. */
const MIDDLE_PITCH_HZ = 160;

export function createCloningEngine({
  weights,
  without = [],
  log,
}: {
  /** `findVoiceWeights` returns them. Null if not installed: some calls then fail with `VoiceCloningNotInstalled`. */
  weights: VoiceWeightFiles | null;
  /** Presets to exclude, so that they can serve as unknown speakers. */
  without?: readonly string[] | undefined;
  log: Log;
}): CloningEngine {
  const pool = weights && createPool({ weights, without, log });
  const presets = measuredPresets(without);
  presets.catch(() => undefined);

  function installed() {
    if (!pool) throw new VoiceCloningNotInstalled();
    return pool;
  }
  const call = (signal?: AbortSignal) => (signal ? { signal } : {});

  return {
    check: async (sample, signal) => installed().call('check', sample, call(signal)),
    analyse: async (recording, signal) => installed().call('analyse', recording, call(signal)),
    encode: async (samples, signal) => installed().call('encode', { samples }, call(signal)),
    styleOfPrint: async ({ print, logPitch }, signal) =>
      installed().call(
        'styleOfPrint',
        { print, logPitch: logPitch ?? Math.log(MIDDLE_PITCH_HZ) },
        call(signal),
      ),
    descend: async (descent, signal) => installed().call('descend', descent, call(signal)),
    nearestVoices: async (print) => nearestVoices(print, await presets),
    voiceStyles: async () => [...(await presetStyles(without)).values()],
    close: async () => {
      await pool?.close();
    },
  };
}

type PoolOptions = { weights: VoiceWeightFiles; without: readonly string[]; log: Log };

function createPool({ weights, without, log }: PoolOptions) {
  return createProcessPool<CloningMethods, CloningConfig>({
    name: 'voice-cloning',
    entry: new URL('./process.ts', import.meta.url),
    config: { weights, without },
    size: 1,
    maxQueued: 100,
    callDeadlineMs: 2 * MINUTE_MS,
    startDeadlineMs: MINUTE_MS,
    maxRssBytes: 1_500 * MIB,
    // Frees the memory between occasional matches.
    idleMs: 5 * MINUTE_MS,
    log,
  });
}
