import { NoSpeech, type TranscriptionEngine } from '../transcription/index.ts';
import type { Heard } from './types.ts';

/** One caller's access to the recogniser. An aborted request leaves the queue, or its result is thrown away. */
export type CallerTranscriber = (
  samples: Float32Array,
  options: { language?: string | undefined; signal: AbortSignal },
) => Promise<Heard>;

export type TurnTranscriber = {
  forCaller(): CallerTranscriber;
  /** Starts the recogniser before anybody has spoken. It takes seconds after a time without requests. */
  warm(): Promise<void>;
};

const SAMPLE_RATE = 16_000;
const HUM_HZ = 120;
/** Half a second of a hum: the models are only loaded for what may be a voice. */
const HUM = Float32Array.from({ length: SAMPLE_RATE / 2 }, (_, index) =>
  [1, 2, 3, 4, 5].reduce(
    (sum, harmonic) =>
      sum + (0.2 / harmonic) * Math.sin((2 * Math.PI * HUM_HZ * harmonic * index) / SAMPLE_RATE),
    0,
  ),
);

type Waiting = { run: () => Promise<void>; signal: AbortSignal; cancel: () => void };

/**
 * Lets callers take turns at the recogniser, so that one who pauses often does not keep the others waiting. A run is not
 * interrupted: it takes less than a second, and stopping a recogniser may cost its process.
 */
export function createTurnTranscriber(
  engine: Pick<TranscriptionEngine, 'transcribe' | 'status'>,
  { concurrency }: { concurrency: number },
): TurnTranscriber {
  /** Callers with waiting requests, the next one first. */
  const callers: Waiting[][] = [];
  let running = 0;

  function startNext(): void {
    while (running < concurrency) {
      const queue = callers.shift();
      const next = queue?.shift();
      if (!queue || !next) return;
      if (queue.length > 0) callers.push(queue);
      running += 1;
      void next.run().finally(() => {
        running -= 1;
        startNext();
      });
    }
  }

  async function recognise(samples: Float32Array, language: string | undefined): Promise<Heard> {
    try {
      const { text, language: heard } = await engine.transcribe({ samples, language });
      return { text: text.trim(), language: heard };
    } catch (error) {
      if (error instanceof NoSpeech) return { text: '', language: language ?? '' };
      throw error;
    }
  }

  return {
    async warm() {
      if (engine.status() === 'idle') await recognise(HUM, 'en');
    },
    forCaller() {
      const queue: Waiting[] = [];
      const remove = (one: Waiting): void => {
        const at = queue.indexOf(one);
        if (at >= 0) queue.splice(at, 1);
        if (queue.length === 0 && callers.includes(queue)) callers.splice(callers.indexOf(queue), 1);
      };
      return (samples, { language, signal }) =>
        new Promise<Heard>((resolve, reject) => {
          if (signal.aborted) {
            reject(signal.reason);
            return;
          }
          const one: Waiting = {
            signal,
            cancel: () => {
              remove(one);
              reject(signal.reason);
            },
            run: async () => {
              try {
                resolve(await recognise(samples, language));
              } catch (error) {
                reject(error);
              } finally {
                signal.removeEventListener('abort', one.cancel);
              }
            },
          };
          signal.addEventListener('abort', one.cancel, { once: true });
          queue.push(one);
          if (queue.length === 1) callers.push(queue);
          startNext();
        });
    },
  };
}
