import {
  createVoiceStream,
  type VoiceActivityEngine,
  WINDOW_SAMPLES,
} from '../../engines/voice-activity/index.ts';

const LOUD = 0.01;

/** Takes any sound that is not silence for speech. */
export function createFakeActivity(): VoiceActivityEngine {
  return {
    status: () => 'ready',
    figures: () => ({ busy: 0, queued: 0, restarts: 0 }),
    open: () =>
      createVoiceStream(async (samples, memory) => ({
        probabilities: Float32Array.from({ length: samples.length / WINDOW_SAMPLES }, (_, i) => {
          const window = samples.subarray(i * WINDOW_SAMPLES, (i + 1) * WINDOW_SAMPLES);
          return window.some((sample) => Math.abs(sample) > LOUD) ? 0.95 : 0.02;
        }),
        memory,
      })),
    warm: async () => undefined,
    close: async () => undefined,
  };
}
