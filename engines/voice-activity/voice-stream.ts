import { createLeveller } from './leveller.ts';
import { emptyMemory, type Scored, type SileroMemory, WINDOW_SAMPLES } from './silero.ts';

export type VoiceStream = {
  /**
   * Takes 16 kHz sound in pieces of any size. Returns the probability of speech for each 32 ms that it completes. Wait for
   * the result before the next call: that is what keeps a flood of sound out of memory.
   */
  push(samples: Float32Array): Promise<Float32Array>;
};

export type Score = (samples: Float32Array, memory: SileroMemory) => Promise<Scored>;

/** Two seconds. A caller who sends a minute at once lets others go between its calls. */
const WINDOWS_PER_CALL = 64;

export function createVoiceStream(score: Score): VoiceStream {
  const level = createLeveller();
  let memory = emptyMemory();
  const rest = new Float32Array(WINDOW_SAMPLES);
  let resting = 0;
  let busy = false;

  /** Whole windows; what is left waits for the next sound. */
  function windowsOf(samples: Float32Array): Float32Array {
    const total = resting + samples.length;
    const whole = total - (total % WINDOW_SAMPLES);
    if (whole === 0) {
      rest.set(samples, resting);
      resting = total;
      return new Float32Array(0);
    }
    const windows = new Float32Array(whole);
    windows.set(rest.subarray(0, resting));
    windows.set(samples.subarray(0, whole - resting), resting);
    const left = samples.subarray(whole - resting);
    rest.set(left);
    resting = left.length;
    return windows;
  }

  async function scoreAll(windows: Float32Array): Promise<Float32Array> {
    const probabilities = new Float32Array(windows.length / WINDOW_SAMPLES);
    const step = WINDOWS_PER_CALL * WINDOW_SAMPLES;
    for (let from = 0; from < windows.length; from += step) {
      const scored = await score(level(windows.subarray(from, from + step)), memory);
      memory = scored.memory;
      probabilities.set(scored.probabilities, from / WINDOW_SAMPLES);
    }
    return probabilities;
  }

  return {
    async push(samples) {
      if (busy) throw new Error('the stream was given sound before it had returned');
      busy = true;
      try {
        return await scoreAll(windowsOf(samples));
      } finally {
        busy = false;
      }
    },
  };
}
